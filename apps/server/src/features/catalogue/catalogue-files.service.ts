import { basename } from 'node:path';
import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type CatalogueDiff, diffCatalogue } from './catalogue.diff.ts';
import type { CatalogueSource } from './catalogue.file.ts';
import { CatalogueFileError } from './catalogue-file-error.ts';
import { type ImportResult, writeCatalogue } from './catalogue-import.service.ts';

export type CatalogueFilesService = ReturnType<typeof createCatalogueFilesService>;

interface NamedFile {
  name: string;
  content: string;
}

const SHOWN = 100;
const NOTHING: CatalogueDiff = { added: [], changed: [], unchanged: 0, missing: [], warnings: [] };

/** Import and export of the catalogue, for the command line and the console. */
export function createCatalogueFilesService(db: Database) {
  return {
    /** What an import would change, or why it is refused. */
    async check(files: NamedFile[]): Promise<CatalogueDiff & { faults: string[] }> {
      try {
        return { ...(await diffCatalogue(db, await parseAll(files))), faults: [] };
      } catch (error) {
        if (error instanceof CatalogueFileError) return { ...NOTHING, faults: error.faults };
        throw error;
      }
    },

    /** Without the permission to change prices, a file that changes the price of an offer is refused. */
    async apply(actor: Actor, files: NamedFile[], { mayChangePrices = false } = {}): Promise<ImportResult> {
      try {
        return await importSources(db, actor, await parseAll(files), { mayChangePrices });
      } catch (error) {
        if (!(error instanceof CatalogueFileError)) throw error;
        throw new AppError('catalogue-file-invalid', { current: { faults: error.faults } });
      }
    },

    export: async () => (await import('./catalogue.export.ts')).exportCatalogue(db),
  };
}

/** The import with its audit entry. */
export function importSources(
  db: Database,
  actor: Actor,
  sources: CatalogueSource[],
  { mayChangePrices = true } = {},
): Promise<ImportResult> {
  const subject = sources.map(({ name }) => basename(name)).join(', ');
  return inTransaction(db, async (transaction) => {
    const before = mayChangePrices ? undefined : await listPriceVersions(transaction);
    const result = await writeCatalogue(transaction, sources);
    if (before) assertSamePrices(before, await listPriceVersions(transaction));
    await audit(transaction, { actor, action: 'catalogue import', subject, details: { ...result } });
    return result;
  });
}

/** The version of an offer grows with every change of its prices. */
async function listPriceVersions(db: Connection): Promise<Map<number, number>> {
  const rows = await db.selectFrom('product').select(['id', 'price_version']).execute();
  return new Map(rows.map(({ id, price_version: version }) => [id, version]));
}

function assertSamePrices(before: Map<number, number>, after: Map<number, number>): void {
  const changed = [...before].filter(([id, version]) => after.get(id) !== version).map(([id]) => id);
  if (changed.length === 0) return;
  throw new AppError('permission-missing', { field: 'prices:write', current: { productIds: changed.slice(0, SHOWN) } });
}

/** Collects the faults of all files, so that the operator corrects them at once. The reader of files is loaded on demand. */
async function parseAll(files: NamedFile[]): Promise<CatalogueSource[]> {
  const { parseCatalogueFile } = await import('./catalogue.file.ts');
  const faults: string[] = [];
  const sources = files.flatMap(({ name, content }) => {
    try {
      return [parseCatalogueFile(name, content)];
    } catch (error) {
      if (!(error instanceof CatalogueFileError)) throw error;
      faults.push(...error.faults);
      return [];
    }
  });
  if (faults.length > 0) throw new CatalogueFileError(faults);
  return sources;
}
