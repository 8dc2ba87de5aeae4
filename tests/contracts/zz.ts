import { createWorld } from './world.ts';
import { newPaidOrder, newFreeOrder } from '#tests/support/orders.ts';
const t0=performance.now();
const w = await createWorld(4555);
console.log('start', performance.now()-t0);
for (let i=0;i<3;i++){
let t=performance.now(); const lap=(n:string)=>{console.log(n,(performance.now()-t).toFixed(1)); t=performance.now();};
await w.begin(Date.UTC(2027,0,15,15)); lap('begin');
const a = await w.newAccount(); lap('account');
const tok = await a.token([]); lap('token');
const r = await w.call({path:'/api/checkout', token: tok, key: crypto.randomUUID(), body: newPaidOrder({subdominio:'loja-1'})}); lap('checkout');
console.log(JSON.stringify(r));
const s=w.services();
for (const p of s.asaas.state.payments) await s.asaas.app.request(`/__stand-in/payments/${p.id}/confirm`,{method:'POST'}); lap('confirm+webhooks');
for (let k=0;k<3;k++){ console.log(await w.work()); lap('work');}
const tok2 = await a.token(['tenant:loja-1']);
console.log(JSON.stringify(await w.call({method:'GET',path:'/api/provisionamento/status', token: tok2}))); lap('status');
console.log(JSON.stringify(await w.call({method:'GET',path:'/api/conta', token: tok2}))); lap('conta');
for (let k=0;k<10;k++){ await w.pass(86400000); await w.work();} lap('10 days');
console.log(JSON.stringify(await w.call({path:'/api/tenants/loja-1/upgrade', token: tok2, body:{targetPlan:'enterprise'}}))); lap('upgrade');
console.log(JSON.stringify(await w.call({path:'/api/conta/cancelamento', token: tok2}))); lap('cancel');
}
await w.stop();
