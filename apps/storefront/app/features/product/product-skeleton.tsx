import { cx } from '@oyna/ui/class-names';
import { Skeleton } from '@oyna/ui/skeleton';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import layout from './product-layout.module.css';

/** The page's own layout, with nothing in it yet. */
export function ProductSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={cx(layout.page, layout.waiting)} aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={layout.crumbs}>
        <Skeleton shape="short" />
      </div>
      <div className={layout.columns}>
        <div className={layout.gallery}>
          <Skeleton shape="frame" />
          <div className={layout.thumbnails}>
            <Skeleton shape="frame" />
            <Skeleton shape="frame" />
            <Skeleton shape="frame" />
            <Skeleton shape="frame" />
          </div>
        </div>
        <div className={layout.main}>
          <Skeleton shape="title" />
          <div>
            <Skeleton shape="line" />
            <Skeleton shape="line" />
            <Skeleton shape="short" />
          </div>
          <Skeleton shape="control" />
          <Skeleton shape="control" />
          <Skeleton shape="control" />
        </div>
      </div>
    </div>
  );
}
