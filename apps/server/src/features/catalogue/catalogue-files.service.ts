import { basename } from 'node:path';
import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { type CatalogueDiff, diffCatalogue } from './catalogue.diff.ts';
import type { CatalogueSource } from './catalogue.file.ts';
import { CatalogueFileError } from './catalogue-file-error.ts';
import { type ImportResult, importCatalogue } from './catalogue-import.service.ts';

export type CatalogueFilesService = ReturnType<typeof createCatalogueFilesService>;

interface NamedFile {
  name: string;
  content: string;
}

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

    async apply(actor: Actor, files: NamedFile[]): Promise<ImportResult> {
      try {
        return await importSources(db, actor, await parseAll(files));
      } catch (error) {
        if (!(error instanceof CatalogueFileError)) throw error;
        throw new AppError('catalogue-file-invalid', { current: { faults: error.faults } });
      }
    },

    export: async () => (await import('./catalogue.export.ts')).exportCatalogue(db),
  };
}

/** The import with its audit entry. */
export function importSources(db: Database, actor: Actor, sources: CatalogueSource[]): Promise<ImportResult> {
  const subject = sources.map(({ name }) => basename(name)).join(', ');
  return importCatalogue(db, sources, (transaction, details) =>
    audit(transaction, { actor, action: 'catalogue import', subject, details: { ...details } }),
  );
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
