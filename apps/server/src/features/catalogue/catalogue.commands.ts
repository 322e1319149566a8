import { basename } from 'node:path';
import { audit, currentOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { CatalogueSource } from './catalogue.file.ts';
import { importCatalogue } from './catalogue-import.service.ts';

export async function importFiles(database: Database, sources: CatalogueSource[]): Promise<string> {
  const files = sources.map(({ name }) => basename(name)).join(', ');
  const { games, offers, categories, groups, news } = await importCatalogue(database, sources, (db, counts) =>
    audit(db, { actor: currentOperator(), action: 'catalogue import', subject: files, details: counts }),
  );
  return `Imported ${games} games with ${offers} offers, ${categories} categories, ${groups} groups, ${news} news`;
}
