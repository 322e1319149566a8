import type { ArtFamily, ArtMotif, ArtScene } from './art-spec.ts';
import { parachutes, tank, train } from './motifs/battle.ts';
import { coins } from './motifs/coin.ts';
import { coinStacks } from './motifs/coin-stacks.ts';
import { contour, paper, survey } from './motifs/contour.ts';
import { current, pulse, silk } from './motifs/contour-waves.ts';
import { fields, islets } from './motifs/country.ts';
import { grotto } from './motifs/crystal.ts';
import { dunes } from './motifs/dunes.ts';
import { facets } from './motifs/facets.ts';
import { archway, castle, pagoda, torii } from './motifs/fantasy.ts';
import { giftBox } from './motifs/gift-box.ts';
import { cards } from './motifs/gift-card.ts';
import { jungle, mushrooms } from './motifs/growth.ts';
import { bandsOfWaves, guilloche, seal } from './motifs/guilloche.ts';
import { candles, chess, hoop, masks } from './motifs/hall.ts';
import { circuit, hex, plates, portal } from './motifs/hex.ts';
import { blocks, columns } from './motifs/hex-relief.ts';
import { city, horizon, sea } from './motifs/horizon.ts';
import { corridor, gears, homes } from './motifs/indoors.ts';
import { bridge, lighthouse, volcano } from './motifs/journey.ts';
import { rocket, station } from './motifs/launch.ts';
import { runes, swords, temple, worldTree } from './motifs/legends.ts';
import { bars, screen, ticket } from './motifs/media.ts';
import { neon } from './motifs/neon.ts';
import { eclipse, giant, moons, orbit } from './motifs/orbit.ts';
import { metropolis, skies } from './motifs/places.ts';
import { chat, gamepad, headphones } from './motifs/play.ts';
import { alps, fjord, forest, mesas, ridges } from './motifs/ridges.ts';
import { burst, shards, stone } from './motifs/shards.ts';
import { gate, road } from './motifs/speed.ts';
import { arena, clash, pitch } from './motifs/sport.ts';
import { rise, system } from './motifs/star-system.ts';
import { atlas, playcards, tiles } from './motifs/table.ts';
import { chest, crown, vault } from './motifs/treasure.ts';
import { frontline, ruins, scope, wasteland } from './motifs/war.ts';
import { depths, sails } from './motifs/water.ts';
import { car, chequered, fair } from './motifs/wheels.ts';
import { camp, haunt } from './motifs/wild.ts';
import type { Stage } from './stage.ts';

type Style = (stage: Stage) => string;

/** The name of a product chooses among the styles of a family. */
const FAMILIES: Record<ArtFamily, readonly [Style, ...Style[]]> = {
  ridges,
  orbit,
  shards,
  horizon,
  contour,
  hex,
  guilloche,
};

/** A scene, then the other places of its world for the gallery. */
const SCENES: Record<ArtScene, readonly [Style, Style, Style, Style]> = {
  alps: [alps, fjord, forest, castle],
  forest: [forest, camp, alps, haunt],
  dunes: [dunes, mesas, moons, wasteland],
  fjord: [fjord, sails, alps, forest],
  mesas: [mesas, dunes, road, camp],
  sea: [sea, sails, depths, islets],
  islets: [islets, forest, grotto, skies],
  depths: [depths, sea, grotto, columns],
  sails: [sails, sea, depths, fjord],
  skies: [skies, alps, city, islets],
  giant: [giant, moons, rise, portal],
  eclipse: [eclipse, mesas, stone, giant],
  planetrise: [rise, system, corridor, dunes],
  system: [system, giant, rise, survey],
  moons: [moons, dunes, rise, gate],
  castle: [castle, archway, alps, torii],
  pagoda: [pagoda, torii, fjord, forest],
  torii: [torii, pagoda, alps, camp],
  archway: [archway, castle, grotto, stone],
  stone: [stone, grotto, archway, eclipse],
  grotto: [grotto, archway, stone, depths],
  ruins: [ruins, frontline, scope, wasteland],
  scope: [scope, city, ruins, circuit],
  frontline: [frontline, ruins, wasteland, forest],
  wasteland: [wasteland, corridor, ruins, forest],
  haunt: [haunt, corridor, forest, archway],
  corridor: [corridor, haunt, circuit, ruins],
  camp: [camp, forest, fjord, haunt],
  neon: [neon, city, road, gate],
  city: [city, homes, metropolis, road],
  metropolis: [metropolis, circuit, city, neon],
  homes: [homes, city, fields, islets],
  road: [road, mesas, city, neon],
  gears: [gears, circuit, blocks, wasteland],
  fields: [fields, homes, forest, road],
  pitch: [pitch, arena, city, burst],
  arena: [arena, burst, pitch, neon],
  clash: [clash, arena, torii, stone],
  burst: [burst, clash, facets, gate],
  tiles: [tiles, corridor, portal, islets],
  playcards: [playcards, tiles, stone, archway],
  atlas: [atlas, castle, survey, sails],
  survey: [survey, atlas, alps, camp],
  blocks: [blocks, islets, grotto, tiles],
  columns: [columns, grotto, atlas, fjord],
  facets: [facets, gate, stone, silk],
  gate: [gate, metropolis, circuit, rise],
  paper: [paper, seal, coins, silk],
  pulse: [pulse, bars, current, gate],
  silk: [silk, seal, screen, current],
  current: [current, portal, pulse, skies],
  plates: [plates, portal, gate, circuit],
  portal: [portal, plates, giant, corridor],
  circuit: [circuit, metropolis, plates, gears],
  screen: [screen, bars, silk, burst],
  bars: [bars, pulse, screen, neon],
  seal: [seal, cards, coins, bandsOfWaves],
  banknote: [bandsOfWaves, coinStacks, seal, cards],
  cards: [cards, seal, giftBox, coins],
  coins: [coins, bandsOfWaves, coinStacks, seal],
  'gift-box': [giftBox, cards, seal, coins],
  'coin-stacks': [coinStacks, seal, coins, cards],
  ticket: [ticket, screen, cards, seal],
  'world-tree': [worldTree, runes, archway, alps],
  runes: [runes, fjord, worldTree, haunt],
  temple: [temple, sea, archway, sails],
  swords: [swords, castle, arena, camp],
  lighthouse: [lighthouse, sea, homes, forest],
  bridge: [bridge, metropolis, road, skies],
  volcano: [volcano, grotto, dunes, ruins],
  parachutes: [parachutes, scope, frontline, islets],
  tank: [tank, frontline, ruins, fields],
  train: [train, forest, corridor, city],
  car: [car, road, gate, city],
  chequered: [chequered, road, arena, car],
  fair: [fair, burst, homes, islets],
  rocket: [rocket, rise, station, skies],
  station: [station, corridor, giant, circuit],
  chest: [chest, coins, castle, grotto],
  crown: [crown, castle, seal, coins],
  vault: [vault, coinStacks, circuit, cards],
  gamepad: [gamepad, bars, gate, burst],
  headphones: [headphones, bars, pulse, silk],
  chat: [chat, current, skies, silk],
  hoop: [hoop, arena, city, burst],
  chess: [chess, castle, atlas, swords],
  masks: [masks, arena, corridor, silk],
  candles: [candles, haunt, corridor, archway],
  mushrooms: [mushrooms, grotto, forest, islets],
  jungle: [jungle, islets, ruins, camp],
};

const isFamily = (motif: ArtMotif): motif is ArtFamily => Object.hasOwn(FAMILIES, motif);

/** All that a motif can show. */
export const stylesOf = (motif: ArtMotif): readonly Style[] => (isFamily(motif) ? FAMILIES[motif] : SCENES[motif]);

/** What one picture shows. */
export function placeOf(motif: ArtMotif, { style, step }: Pick<Stage, 'style' | 'step'>): Style {
  const styles = stylesOf(motif);
  const place = isFamily(motif) ? style + step : step;
  return styles[place % styles.length] ?? FAMILIES.ridges[0];
}
