/** Search results are de-duplicated by the game's name (spec §2); the first of a name, the better match, stays. */
export function uniqueByName<Game extends { gameName: string }>(games: readonly Game[]): Game[] {
  const seen = new Set<string>();
  return games.filter(({ gameName }) => {
    const name = gameName.trim().toLowerCase();
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
