import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { IconButton } from '@oyna/ui/icon-button';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { ChangedMeanwhile } from '../../components/changed-meanwhile.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useEdit } from '../../lib/use-edit.ts';
import styles from './catalogue.module.css';
import { LanguageColumns } from './language-columns.tsx';

export type Picture = ConsoleSchemas['Picture'];

/** The versions before and after an upload by the operator. */
export interface OwnUpload {
  before: number;
  after: number;
}

interface PictureCardProps {
  picture: Picture;
  /** It is no change of a colleague. */
  ownUpload?: OwnUpload | undefined;
  isReadOnly: boolean;
  /** The query of the pictures. */
  queryKey: QueryKey;
  changes: readonly QueryKey[];
  onMoveUp?: (() => void) | undefined;
  onMoveDown?: (() => void) | undefined;
}

const loadedOf = ({ version, focal, alt }: Picture) => ({ version, data: { focal, alt } });
type Fields = Pick<Picture, 'focal' | 'alt'>;

/** One uploaded picture: a click sets the point that every crop keeps. */
export function PictureCard(props: PictureCardProps) {
  const { picture, ownUpload, isReadOnly, queryKey, changes, onMoveUp, onMoveDown } = props;
  const t = useTexts('catalogue');
  const client = useQueryClient();
  const { id, version, address, place } = picture;
  const edit = useEdit<Fields>(loadedOf(picture));
  const { changed, base } = edit;
  if (edit.theirs && base && base.version === ownUpload?.before && version === ownUpload?.after)
    edit.settle(base.data, loadedOf(picture));
  const { focal, alt } = edit.data ?? picture;
  const [isRemoving, setRemoving] = useState(false);
  const save = useAction({
    run: (sent: Fields) => {
      const body = { version: Number(edit.base?.version), ...sent };
      return callApi((api) => api.PUT('/api/v1/pictures/{id}', { params: { path: { id } }, body }));
    },
    changes,
    done: () => t('saved'),
    onDone: (saved, sent) => {
      client.setQueryData(queryKey, saved);
      const now = saved.items.find((one) => one.id === id);
      if (now) edit.settle(sent, loadedOf(now));
    },
  });
  const remove = useAction({
    run: () => callApi((api) => api.DELETE('/api/v1/pictures/{id}', { params: { path: { id }, query: { version } } })),
    changes,
    done: () => t('picture-removed'),
  });
  const point = (event: MouseEvent<HTMLElement>) => {
    // A key has no place. The sliders are for keys.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (value: number, size: number) => Math.round(Math.min(100, Math.max(0, (value / size) * 100)));
    const [x, y] = [percent(event.clientX - box.left, box.width), percent(event.clientY - box.top, box.height)];
    edit.change({ focal: { x, y } });
  };
  const slider = (axis: 'x' | 'y') => (
    <label className={styles.slider}>
      {t(`focal-${axis}`)}
      <input
        type="range"
        min={0}
        max={100}
        value={focal[axis]}
        disabled={isReadOnly}
        onChange={(event) => edit.change({ focal: { ...focal, [axis]: event.currentTarget.valueAsNumber } })}
      />
    </label>
  );
  const nameOf = (path: string) => {
    const [field, part = ''] = path.split('.');
    return field === 'focal' ? t(part === 'x' ? 'focal-x' : 'focal-y') : [t('alt'), part].join(', ');
  };
  const shown = alt.ru || alt.en || alt.kz || t(place === 'cover' ? 'cover' : 'gallery-picture');
  return (
    <article className={styles.picture}>
      <div className={styles.crops}>
        <button type="button" className={styles.whole} title={t('focal-point')} disabled={isReadOnly} onClick={point}>
          <img src={address} alt={shown} width={320} height={180} />
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <ellipse cx={focal.x} cy={focal.y} rx="2.4" ry="4.2" />
          </svg>
        </button>
        {place === 'cover' && <img src={address.replace('frame-640', 'poster-200')} alt="" width={100} height={133} />}
      </div>
      <div className={styles.stack}>
        <div className={styles.rowTools}>
          {slider('x')}
          {slider('y')}
          <span className={styles.hint}>
            {picture.width} × {picture.height}
          </span>
          {onMoveUp && <IconButton label={t('move-up')} icon={<ArrowUp size={15} />} onClick={onMoveUp} />}
          {onMoveDown && <IconButton label={t('move-down')} icon={<ArrowDown size={15} />} onClick={onMoveDown} />}
          {!isReadOnly && (
            <IconButton label={t('remove-picture')} icon={<Trash2 size={15} />} onClick={() => setRemoving(true)} />
          )}
        </div>
        <ConfirmDialog
          title={t('remove-picture')}
          isOpen={isRemoving}
          onClose={() => setRemoving(false)}
          confirm={t('remove-picture')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
        >
          <p>{t('remove-picture-preview')}</p>
        </ConfirmDialog>
        <LanguageColumns
          label={t('alt')}
          kind="line"
          texts={alt}
          maxLength={300}
          isReadOnly={isReadOnly}
          onChange={(texts) => edit.change({ alt: texts })}
        />
        <ChangedMeanwhile edit={edit} nameOf={nameOf} />
        {changed && (
          <div>
            <Button isBusy={save.isPending} onClick={() => save.mutate(changed)}>
              {t('save-picture')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
