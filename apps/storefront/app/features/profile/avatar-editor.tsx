import { AVATAR_EXTENSIONS } from '@oyna/domain/constants';
import { Avatar } from '@oyna/ui/avatar';
import { cx } from '@oyna/ui/class-names';
import { Spinner } from '@oyna/ui/spinner';
import { useToast } from '@oyna/ui/toast';
import { Camera } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './profile.module.css';
import { profileErrorText } from './profile-texts.ts';
import { useAvatar } from './use-avatar.ts';

const ACCEPTED = AVATAR_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** A press chooses a file, and one can be dropped on it. */
export function AvatarEditor({ name, address }: { name: string; address: string | null }) {
  const { t } = useTranslation('profile');
  const showToast = useToast();
  const { preview, isBusy, upload, remove } = useAvatar((error) =>
    showToast(profileErrorText(t, error) ?? '', 'danger'),
  );
  const [isOver, setOver] = useState(false);

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) upload(file);
    // So that the same file can be chosen again.
    target.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) upload(file);
  };
  return (
    <div className={styles.avatar}>
      <label
        className={cx(styles.picture, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input type="file" accept={ACCEPTED} aria-label={t('avatar-choose')} disabled={isBusy} onChange={onChange} />
        <Avatar name={name} address={preview ?? address} isLarge />
        <span className={styles.camera} aria-hidden="true">
          {isBusy ? <Spinner /> : <Camera size={18} />}
        </span>
      </label>
      {address && !isBusy && (
        <button type="button" className={styles.link} onClick={remove}>
          {t('avatar-remove')}
        </button>
      )}
    </div>
  );
}
