import { Button } from '@oyna/ui/button';
import { Skeleton } from '@oyna/ui/skeleton';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page, Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { ImportFile, type ReadFile } from './import-file.tsx';
import { ImportPreview } from './import-preview.tsx';
import styles from './stock.module.css';

/** A file of keys: which product, what is in it, and its way into the vault. Nothing is sent before the preview. */
export function ImportView() {
  const t = useTexts('stock');
  const [parameters, setParameters] = useSearchParams();
  const productId = Number(parameters.get('product'));
  const jobId = parameters.get('job') ?? undefined;
  const [file, setFile] = useState<ReadFile>();
  const { data: product } = useQuery({
    queryKey: ['stock', 'one', productId],
    enabled: productId > 0,
    queryFn: () => callApi((api) => api.GET('/api/v1/stock/{productId}', { params: { path: { productId } } })),
  });
  const { data: job } = useQuery({
    queryKey: ['stock', 'import', jobId],
    enabled: jobId !== undefined,
    queryFn: () => callApi((api) => api.GET('/api/v1/key-imports/{id}', { params: { path: { id: jobId ?? '' } } })),
  });
  const back =
    productId > 0 ? { to: `/stock/${productId}`, text: product?.name ?? '' } : { to: '/stock', text: t('title') };
  const isLoading = (productId > 0 && !product) || (jobId !== undefined && !job);
  return (
    <Page title={jobId ? t('continue-title') : t('import')} back={back}>
      {isLoading ? (
        <Skeleton shape="line" />
      ) : product ? (
        <>
          <Section title={product.name}>
            <p
              className={styles.note}
            >{`${product.platform} · ${product.region} · ${t('in-stock', { count: product.available })}`}</p>
            {job && (
              <p>{t('same-file', { name: job.fileName, done: job.imported + job.skipped, total: job.lineCount })}</p>
            )}
            {!file && <ImportFile onRead={setFile} />}
          </Section>
          {file && <ImportPreview product={product} file={file} job={job} onOtherFile={() => setFile(undefined)} />}
        </>
      ) : (
        <ProductPicker onPick={(id) => setParameters({ product: String(id) })} />
      )}
    </Page>
  );
}

/** Finds the product that the keys are for. */
function ProductPicker({ onPick }: { onPick(productId: number): void }) {
  const t = useTexts('stock');
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: ['stock', 'pick', search],
    queryFn: () => callApi((api) => api.GET('/api/v1/stock', { params: { query: { search, limit: 8 } } })),
  });
  return (
    <Section title={t('which-product')}>
      <div className={styles.form}>
        <TextField
          label={t('search')}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <ul className={styles.rows}>
          {data?.items.map(({ productId, name, platform, region, available }) => (
            <li key={productId}>
              <Button variant="quiet" onClick={() => onPick(productId)}>
                {name}
              </Button>
              <span className={styles.note}>{`${platform} · ${region} · ${t('in-stock', { count: available })}`}</span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
