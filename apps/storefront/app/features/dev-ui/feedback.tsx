import { Avatar } from '@oyna/ui/avatar';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { FormNotice } from '@oyna/ui/form-notice';
import { Skeleton } from '@oyna/ui/skeleton';
import { Spinner } from '@oyna/ui/spinner';
import { ShoppingCart } from 'lucide-react';
import styles from './dev-ui.module.css';
import { Section } from './section.tsx';

export function Feedback() {
  return (
    <Section title="Feedback">
      <div className={styles.row}>
        <Spinner />
        <Spinner isLarge label="Loading" />
        <Avatar name="Aida" address={null} />
        <Avatar name="Oyna" address="/images/icon-192.png" isLarge />
      </div>
      <FormNotice error="The store cannot be reached." requestId="V1StGXR8_Z5jdHi6B-myT" />
      <FormNotice error={undefined} success="A new code has been sent" />
      <div className={styles.grid}>
        <div className={styles.panel} aria-busy="true">
          <Skeleton shape="frame" />
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="short" />
          <Skeleton shape="control" />
        </div>
        <div className={styles.panel}>
          <EmptyState
            icon={<ShoppingCart size={32} />}
            text="The cart is empty: choose something you will enjoy."
            action={<ButtonLink to="/catalog">Open the catalogue</ButtonLink>}
          />
        </div>
        <div className={styles.panel}>
          <ErrorState
            title="The offers could not be loaded"
            text="The server does not answer."
            requestId="V1StGXR8_Z5jdHi6B-myT"
            onRetry={() => new Promise((resolve) => setTimeout(resolve, 1500))}
          />
        </div>
      </div>
    </Section>
  );
}
