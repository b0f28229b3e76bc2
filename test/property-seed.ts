import fc from 'fast-check';

/**
 * One seed for every property, so that a change that lands is judged by what it changed. `PROPERTY_SEED=random npm test`
 * looks for new counterexamples; a number repeats a run.
 */
const asked = process.env['PROPERTY_SEED'];
fc.configureGlobal(asked === 'random' ? {} : { seed: Number(asked ?? 20_261_130) });
