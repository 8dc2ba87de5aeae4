import { createWorld } from './world.ts';
import { newPaidOrder, newFreeOrder } from '#tests/support/orders.ts';
const w = await createWorld(4555);
await w.begin(Date.UTC(2027,0,15,15));
const a = await w.newAccount();
const tok = await a.token([]);
await w.call({path:'/api/checkout', token: tok, key: crypto.randomUUID(), body: newPaidOrder({subdominio:'loja-1'})});
const s=w.services();
for (const p of s.asaas.state.payments) await s.asaas.app.request(`/__stand-in/payments/${p.id}/confirm`,{method:'POST'});
for (let k=0;k<3;k++) console.log(await w.work());
let out=0; const orig=s.answer; 
for (let k=0;k<10;k++){ const t=performance.now(); await w.pass(86400000); const t1=performance.now(); const r=await w.work(); console.log((t1-t).toFixed(1),(performance.now()-t1).toFixed(1), r);}
for (let k=0;k<10;k++){ const t1=performance.now(); const r=await w.work(); console.log('same day',(performance.now()-t1).toFixed(1), r);}
for (let k=0;k<5;k++){ const t1=performance.now(); await w.rows('SELECT 1'); console.log('rows',(performance.now()-t1).toFixed(1));}
await w.stop();
