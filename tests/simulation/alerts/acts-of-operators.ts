/** What operators, machines and the weather do to the environments of the rehearsal (acts.ts). */
import { type Act, pickEnvironment } from './act.ts';
import { copyVolume, putCopyBack } from './copies.ts';
import { calm, type Weather } from './world.ts';

export const restartCompanion: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  const seconds = chance.pick([1, 30, 600]);
  environment.stopCompanion();
  await world.pass(seconds);
  environment.startCompanion();
  return `companion ${environment.index} was dead for ${seconds} s`;
};

export const restartInstance: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  const seconds = chance.pick([5, 60, 900]);
  environment.stopInstance();
  await world.pass(seconds);
  environment.startInstance();
  return `instance ${environment.index} was dead for ${seconds} s`;
};

/** The instance hangs, and its companion lives. */
export const hangInstance: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  const minutes = chance.pick([3, 20, 70]);
  environment.instance().hang(true);
  await world.pass(minutes * 60);
  environment.instance().hang(false);
  return `instance ${environment.index} hung for ${minutes} min`;
};

/** Two companions at once, on one volume or on one that was restored beside it. */
export const secondCompanion: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  const isCopied = chance.hits(0.5);
  environment.startSecond(isCopied);
  await world.pass(chance.pick([5, 90, 400]));
  environment.endFirst();
  await environment.setUp();
  return `two companions ${environment.index}${isCopied ? ', the later on a copied volume' : ''}`;
};

export const loseRecord: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  environment.stopCompanion();
  environment.loseRecord();
  environment.startCompanion();
  // The operator's job brings the set-up again.
  await world.pass(chance.pick([5, 200]));
  await environment.setUp();
  return `the record of companion ${environment.index} is lost`;
};

/** A copy put back: by the operator's command, or by hand without a word of it. Either process may start first. */
export const restoreCopy: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  const copy = copyVolume(environment, world.now());
  const minutes = chance.pick([1, 10, 45]);
  const [first] = environment.instance().all();
  const { site } = environment.instance();
  if (first !== undefined && chance.hits(0.7))
    site.set(first.name, site.get(first.name) === 'up' ? 'refuses' : 'up');
  await world.pass(minutes * 60);
  const byHand = chance.hits(0.3);
  const isCompanionFirst = chance.hits(0.5);
  await putCopyBack(world, environment, copy, { byHand, isCompanionFirst, waits: chance.pick([3, 40]) });
  return `a copy of ${minutes} min ago is back in ${environment.index}${byHand ? ' by hand' : ''}, ${isCompanionFirst ? 'companion' : 'instance'} first`;
};

/** The functions' database is turned back to an earlier moment. */
export const turnFunctionsBack: Act = async (world, chance) => {
  const putBackTables = world.copyFunctions();
  const minutes = chance.pick([1, 10, 40]);
  await world.pass(minutes * 60);
  putBackTables();
  return `the functions' database is as it was ${minutes} min ago`;
};

/** Stopped for an unpaid bill, or asleep; and woken. */
export const suspend: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  const minutes = chance.pick([5, 90, 240]);
  world.setState(environment.index, 'suspended');
  environment.stopCompanion();
  environment.stopInstance();
  await world.pass(minutes * 60);
  world.setState(environment.index, 'active');
  const isCompanionFirst = chance.hits(0.5);
  if (isCompanionFirst) environment.startCompanion();
  else environment.startInstance();
  await world.pass(chance.pick([2, 15]));
  if (isCompanionFirst) environment.startInstance();
  else environment.startCompanion();
  await environment.setUp();
  return `environment ${environment.index} was stopped for ${minutes} min`;
};

/** The whole environment is silent, and nobody asked for it. */
export const silence: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  if (!environment.isOn()) return null;
  const minutes = chance.pick([20, 45, 180]);
  environment.stopCompanion();
  await world.pass(minutes * 60);
  environment.startCompanion();
  return `companion ${environment.index} was away for ${minutes} min`;
};

const plans = { 0: ['pro', 'enterprise'], 1: ['free', 'essential'] } as const;
/** A plan is lowered or raised: the day's share is another one. */
export const changePlan: Act = async (world, chance) => {
  const index = chance.pick([0, 1] as const);
  const plan = chance.pick(plans[index]);
  await world.setPlan(index, plan);
  return `environment ${index} has the plan ${plan}`;
};

const weathers: readonly Weather[] = [
  calm,
  { ...calm, api: 0.5 },
  { ...calm, api: 0.95 },
  { ...calm, late: 0.4, api: 0.1 },
  { ...calm, mail: 0.6, telegram: 0.4 },
  { ...calm, mail: 0.97, telegram: 0.97, channels: 0.97 },
  { ...calm, channels: 0.5, hook: 0.5 },
  { ...calm, hook: 1 },
  { ...calm, deploy: 0.7 },
  { ...calm, death: 0.06 },
];
export const changeWeather: Act = (world, chance) => {
  Object.assign(world.weather, chance.pick(weathers));
  return `weather ${JSON.stringify(world.weather)}`;
};
