import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { feature } from '../../platform/http/serve.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { beginRenewal } from './renew-in-browser.ts';
import {
  connectAdministratorSignIn,
  connectSignIn,
  redeemAdministratorSignIn,
  redeemSignIn,
} from './redeem-sign-in.ts';

export const singleSignOn = feature(singleSignOnRoutes, {
  begin: beginSignIn,
  finish: finishSignIn,
  redeem: redeemSignIn,
  connect: connectSignIn,
  renew: beginRenewal,
  redeemAdministrator: redeemAdministratorSignIn,
  connectAdministrator: connectAdministratorSignIn,
});
