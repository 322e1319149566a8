import { readFileSync } from 'node:fs';
import { listCatalogueFiles } from '@oyna/demo/catalogue';
import { parseCatalogueFile } from '../features/catalogue/catalogue.file.ts';

/** The demo catalogue for an import in this process. The demo imports it in another one: see `demo/demo-catalogue.ts`. */
export const readDemoCatalogue = () =>
  listCatalogueFiles().map((path) => parseCatalogueFile(path, readFileSync(path, 'utf8')));
