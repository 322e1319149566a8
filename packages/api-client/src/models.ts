import type { paths } from './schema.gen.ts';

/** Names for the shapes that answers are made of; what they hold comes from the OpenAPI document. */

type AnswerTo<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type Group = AnswerTo<'/api/v1/Recomendation'>[number];
export type GameCard = Group['games'][number];
export type Category = AnswerTo<'/api/v1/info/categories'>[number];
export type ListedRate = AnswerTo<'/api/v1/currency'>[number];
