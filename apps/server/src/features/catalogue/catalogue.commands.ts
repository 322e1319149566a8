import { currentOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { CatalogueSource } from './catalogue.file.ts';
import { importSources } from './catalogue-files.service.ts';

export async function importFiles(database: Database, sources: CatalogueSource[]): Promise<string> {
  const { games, offers, categories, groups, news } = await importSources(database, currentOperator(), sources);
  return `Imported ${games} games with ${offers} offers, ${categories} categories, ${groups} groups, ${news} news`;
}
