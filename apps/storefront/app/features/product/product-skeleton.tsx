import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Skeleton } from '~/ui/skeleton.tsx';
import { VisuallyHidden } from '~/ui/visually-hidden.tsx';
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
