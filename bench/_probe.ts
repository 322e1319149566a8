import { startProcess } from '/work/main/bench/server-process.ts';
import { cataloguePaths } from '/work/main/bench/catalogue-paths.ts';
import { load } from '/work/main/bench/load.ts';
import pg from 'pg';
const base = process.argv[2]!;
for (const name of ['c5000','c1000000','c5000','c1000000']) {
  const url = base.replace(/oyna$/, name);
  const c = new pg.Client({connectionString:url}); await c.connect();
  const q = async (s: string) => (await c.query(s)).rows;
  const games = await q('select id, name from game tablesample bernoulli(50) order by random() limit 3000');
  const prods = await q('select id from product tablesample bernoulli(50) order by random() limit 3000');
  const cats = await q('select name from category'); await c.end();
  const paths = cataloguePaths({gameIds: games.map(g=>g.id), names: games.map(g=>g.name), productIds: prods.map(p=>p.id), categories: cats.map(c=>c.name)}, 3000, 1);
  const s = await startProcess('../apps/server/src/main.ts', {DATABASE_URL: url, CACHE_MEGABYTES:'0', DATA_DIR:'/tmp/bench-data', ROLE:'web'}, 'is open');
  for (const [k,p] of Object.entries(paths)) { await load(s.url, p, {seconds:1, connections:8}); const r = await load(s.url, p, {seconds:3, connections:8}); console.log(name, k, Math.round(r.perSecond), 'p99', r.p99); }
  console.log('mem', s.peakMemory()); await s.stop();
}
