import { connect } from '/work/main/apps/server/src/database/connection.ts';
import { createCatalogueService } from '/work/main/apps/server/src/features/catalogue/catalogue.service.ts';
import { searchGames } from '/work/main/apps/server/src/features/catalogue/catalogue.search.ts';
import * as q from '/work/main/apps/server/src/features/catalogue/catalogue.queries.ts';
const base = process.argv[2]!;
for (const name of ['c5000','c1000000']) {
  const db = connect({url: base.replace(/oyna$/, name), poolSize: 1});
  const time = async (label: string, f: (i: number)=>Promise<unknown>, n=30) => { await f(0); await f(1); let best=[]; for (let i=0;i<n;i++){const t=performance.now(); await f(i); best.push(performance.now()-t);} best.sort((a,b)=>a-b); console.log(name.padEnd(9), label.padEnd(40), 'median', best[n>>1]!.toFixed(2), 'max', best.at(-1)!.toFixed(2)); };
  const f = {type: undefined, gameIds: undefined, limit:20};
  for (const o of ['popular','price','price-desc','name','new','discount'] as const) { await time('products '+o, i=>q.listProducts(db,{...f, categoryId:undefined, orderBy:o, offset:20*(i%8)})); await time('products cat '+o, i=>q.listProducts(db,{...f, categoryId:1+i%13, orderBy:o, offset:20*(i%8)})); }
  await time('count', i=>q.countProducts(db,{...f, categoryId: 1+i%13, orderBy:'popular', offset:0}));
  await time('category', i=>q.findCategory(db,'RPG'));
  const names = (await db.selectFrom('game').select('name').where('id','>',1000000).limit(2000).execute()).map(r=>r.name);
  await time('search full', i=>searchGames(db, names[i*7]!, 240));
  await time('search 1 word', i=>searchGames(db, names[i*7]!.split(' ')[0]!, 240));
  await time('search typo', i=>{const n=names[i*7]!; return searchGames(db, n.slice(0,2)+n[3]+n[2]+n.slice(4), 240);});
  for (const l of [1,2,3,4,6]) await time('suggest '+l, i=>searchGames(db, names[i*7]!.slice(0,l), 6));
  await time('listGamesByIds', i=>q.listGamesByIds(db,[1001,1002,1003,1004,1005,1006]));
  await time('categories', i=>q.listCategories(db,'ru'));
  await time('findProduct', i=>q.findProduct(db, 10011,'ru')); await time('findGame', i=>q.findGame(db, 1001,'ru'));
  await db.destroy();
}
