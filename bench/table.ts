export interface Row {
  name: string;
  measured: string;
  against: string;
  result: string;
  wanted: string;
  holds: boolean;
}

export interface BenchContext {
  postgresUrl: string;
  folder: string;
  seed: number;
  say: (line: string) => void;
}

export function table(rows: Row[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.measured} | ${row.against} | **${row.result}** | ${row.wanted} | ${row.holds ? 'yes' : 'NO'} |`,
  );
  return ['| what | measured | against | result | wanted | holds |', '|---|---|---|---|---|---|', ...lines].join('\n');
}

export const perSecond = (value: number) => `${value >= 100 ? Math.round(value) : value.toFixed(1)}/s`;
