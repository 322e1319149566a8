import { TextField } from '@oyna/ui/text-field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { Page, Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useRegionName } from '../../lib/use-region-name.ts';
import { ImportFile, type ReadFile } from './import-file.tsx';
import { ImportPreview } from './import-preview.tsx';
import styles from './stock.module.css';

/** A file of keys: which product, what is in it, and its way into the vault. Nothing is sent before the preview. */
export function ImportView() {
  const t = useTexts('stock');
  const regionName = useRegionName();
  const [parameters] = useSearchParams();
  const productId = Number(parameters.get('product'));
  const jobId = parameters.get('job') ?? undefined;
  const [file, setFile] = useState<ReadFile>();
  const productQuery = useQuery({
    queryKey: ['stock', 'one', productId],
    enabled: productId > 0,
    queryFn: () => callApi((api) => api.GET('/api/v1/stock/{productId}', { params: { path: { productId } } })),
  });
  const jobQuery = useQuery({
    queryKey: ['stock', 'import', jobId],
    enabled: jobId !== undefined,
    queryFn: () => callApi((api) => api.GET('/api/v1/key-imports/{id}', { params: { path: { id: jobId ?? '' } } })),
  });
  const { data: product } = productQuery;
  const { data: job } = jobQuery;
  const back =
    productId > 0
      ? { to: `/stock/${productId}`, text: product?.name ?? `#${productId}` }
      : { to: '/stock', text: t('title') };
  const missing = productId > 0 && !product ? productQuery : jobId !== undefined && !job ? jobQuery : undefined;
  return (
    <Page title={jobId ? t('continue-title') : t('import')} back={back}>
      {missing ? (
        <Loading query={missing} />
      ) : product ? (
        <>
          <Section title={product.name}>
            <p
              className={styles.note}
            >{`${product.platform} · ${regionName(product.region)} · ${t('in-stock', { count: product.available })}`}</p>
            {job && (
              <p>{t('same-file', { name: job.fileName, done: job.imported + job.skipped, total: job.lineCount })}</p>
            )}
            {!file && <ImportFile onRead={setFile} />}
          </Section>
          {file && <ImportPreview product={product} file={file} job={job} onOtherFile={() => setFile(undefined)} />}
        </>
      ) : (
        <ProductPicker />
      )}
    </Page>
  );
}

/** Finds the product that the keys are for. */
function ProductPicker() {
  const t = useTexts('stock');
  const regionName = useRegionName();
  const [search, setSearch] = useState('');
  const query = useQuery({
    queryKey: ['stock', 'pick', search],
    queryFn: () => callApi((api) => api.GET('/api/v1/stock', { params: { query: { search, limit: 8 } } })),
    placeholderData: keepPreviousData,
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
        {query.data ? (
          <ul className={styles.choices}>
            {query.data.items.map(({ productId, name, platform, region, available }) => (
              <li key={productId}>
                <Link to={`/stock/import?product=${productId}`} className={styles.choice}>
                  {name}
                  <span
                    className={styles.note}
                  >{`${platform} · ${regionName(region)} · ${t('in-stock', { count: available })}`}</span>
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <Loading query={query} shape="rows" />
        )}
      </div>
    </Section>
  );
}
