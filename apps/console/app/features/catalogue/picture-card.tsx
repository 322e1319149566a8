import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { IconButton } from '@oyna/ui/icon-button';
import type { QueryKey } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import styles from './catalogue.module.css';
import { LanguageColumns } from './language-columns.tsx';

export type Picture = ConsoleSchemas['Picture'];

interface PictureCardProps {
  picture: Picture;
  isReadOnly: boolean;
  changes: readonly QueryKey[];
  onMoveUp?: (() => void) | undefined;
  onMoveDown?: (() => void) | undefined;
}

/** One uploaded picture: a click sets the point that every crop keeps. */
export function PictureCard({ picture, isReadOnly, changes, onMoveUp, onMoveDown }: PictureCardProps) {
  const t = useTexts('catalogue');
  const { id, version, address, place } = picture;
  const [focal, setFocal] = useState(picture.focal);
  const [alt, setAlt] = useState(picture.alt);
  const [isRemoving, setRemoving] = useState(false);
  const isChanged = focal !== picture.focal || alt !== picture.alt;
  useUnsaved(isChanged);
  const save = useAction({
    run: () =>
      callApi((api) => api.PUT('/api/v1/pictures/{id}', { params: { path: { id } }, body: { version, focal, alt } })),
    changes,
    done: () => t('saved'),
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
    setFocal({ x: percent(event.clientX - box.left, box.width), y: percent(event.clientY - box.top, box.height) });
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
        onChange={(event) => setFocal({ ...focal, [axis]: event.currentTarget.valueAsNumber })}
      />
    </label>
  );
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
          onChange={setAlt}
        />
        {isChanged && (
          <div>
            <Button isBusy={save.isPending} onClick={() => save.mutate()}>
              {t('save-picture')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
