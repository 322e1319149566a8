import { PICTURE_MAX_BYTES } from '@oyna/domain/constants';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useToast } from '@oyna/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { FileField } from '../../components/file-field.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './catalogue.module.css';
import { moveItem } from './move-item.ts';
import { type OwnUpload, type Picture, PictureCard } from './picture-card.tsx';

type Place = Picture['place'];

interface PicturesEditorProps {
  owner: 'games' | 'news' | 'categories';
  ownerId: number;
  hasGallery?: boolean;
  isReadOnly: boolean;
}

const TYPES = 'image/jpeg,image/png,image/webp,image/avif';

/** Uploaded pictures. They count at once, also for what is published. */
export function PicturesEditor({ owner, ownerId, hasGallery = false, isReadOnly }: PicturesEditorProps) {
  const t = useTexts('catalogue');
  const errorText = useErrorText();
  const showToast = useToast();
  const client = useQueryClient();
  const queryKey = ['catalogue', 'pictures', owner, ownerId];
  const path = { owner, ownerId };
  // The versions of the cover before and after the operator's upload.
  const [ownCover, setOwnCover] = useState<OwnUpload>();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => callApi((api) => api.GET('/api/v1/pictures/{owner}/{ownerId}', { params: { path } })),
  });
  const cover = data?.items.find(({ place }) => place === 'cover');
  const gallery = data?.items.filter(({ place }) => place === 'gallery') ?? [];
  const changes = [queryKey, ['catalogue', 'games']];
  const upload = useAction({
    run: async ({ place, files }: { place: Place; files: File[] }) => {
      let seenVersion = cover?.version ?? 0;
      for (const file of files) {
        const query = { place, seenVersion };
        const answer = await callApi((api) =>
          api.POST('/api/v1/pictures/{owner}/{ownerId}', {
            params: { path, query },
            headers: { 'content-type': 'application/octet-stream' },
            ...({ body: file, bodySerializer: (body: File) => body } as object),
          }),
        );
        const version = answer.items.find((picture) => picture.place === 'cover')?.version ?? 0;
        // The card has the new version at once: a text that is saved next is saved on it.
        if (place === 'cover') setOwnCover({ before: seenVersion, after: version });
        client.setQueryData(queryKey, answer);
        seenVersion = version;
      }
    },
    changes,
    done: () => t('picture-uploaded'),
  });
  const arrange = useAction({
    run: (ids: number[]) =>
      callApi((api) => api.PUT('/api/v1/pictures/{owner}/{ownerId}/order', { params: { path }, body: { ids } })),
    changes,
  });
  const send = (place: Place, chosen: File[]) => {
    const files = chosen.slice(0, place === 'cover' ? 1 : 8);
    if (files.some(({ size }) => size > PICTURE_MAX_BYTES)) return showToast(t('picture-too-large'), 'danger');
    if (files.length > 0 && !upload.isPending) upload.mutate({ place, files });
  };
  const move = (from: number, to: number) =>
    arrange.mutate(
      moveItem(
        gallery.map(({ id }) => id),
        from,
        to,
      ),
    );
  if (error && !data) return <ErrorState title={t('not-loaded')} text={errorText(error)} onRetry={() => refetch()} />;
  return (
    <Section title={t('pictures')}>
      {!data && <Skeleton shape="line" />}
      <div className={styles.stack}>
        {cover && (
          <PictureCard
            key={cover.id}
            picture={cover}
            ownUpload={ownCover}
            isReadOnly={isReadOnly}
            queryKey={queryKey}
            changes={changes}
          />
        )}
        {data && !cover && <p className={styles.hint}>{t('cover-generated')}</p>}
        {!isReadOnly && (
          <FileField
            label={cover ? t('replace-cover') : t('upload-cover')}
            icon={<ImageUp size={18} aria-hidden="true" />}
            accept={TYPES}
            isBusy={upload.isPending}
            onFiles={(files) => send('cover', files)}
          />
        )}
        {gallery.map((picture, index) => (
          <PictureCard
            key={picture.id}
            picture={picture}
            isReadOnly={isReadOnly}
            queryKey={queryKey}
            changes={changes}
            onMoveUp={index > 0 ? () => move(index, index - 1) : undefined}
            onMoveDown={index < gallery.length - 1 ? () => move(index, index + 1) : undefined}
          />
        ))}
        {hasGallery && !isReadOnly && (
          <FileField
            label={t('upload-gallery')}
            icon={<ImageUp size={18} aria-hidden="true" />}
            accept={TYPES}
            isBusy={upload.isPending}
            isMultiple
            onFiles={(files) => send('gallery', files)}
          />
        )}
        {!isReadOnly && <p className={styles.hint}>{t('picture-rules')}</p>}
      </div>
    </Section>
  );
}
