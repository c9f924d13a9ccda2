import { equal, throws } from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from './config.ts';

const stripe = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STRIPE_PUBLISHABLE_KEY: 'pk',
  STRIPE_PRICE_EXECUTIVE: 'price_e',
  STRIPE_PRODUCT_EXECUTIVE: 'prod_e',
  STRIPE_PRICE_PROFESSIONAL: 'price_p',
  STRIPE_PRODUCT_PROFESSIONAL: 'prod_p',
} as const;

it('takes Stripe whole or not at all', () => {
  equal(readConfig({}).payments.kind, 'sandbox');
  equal(readConfig(stripe).payments.kind, 'stripe');
  for (const name of Object.keys(stripe).slice(1)) {
    const message = `${name}: is missing; PAYMENTS=stripe needs it.`;
    throws(() => readConfig({ ...stripe, [name]: '' }), { name: 'SettingError', message });
  }
  throws(() => readConfig({ STRIPE_SECRET_KEY: 'sk' }), {
    name: 'SettingError',
    message: 'PAYMENTS: is missing although STRIPE_SECRET_KEY is set; say stripe or sandbox.',
  });
});
