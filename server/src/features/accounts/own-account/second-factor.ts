import { type Context, personOf } from '../../../platform/http/context.ts';
import { secondFactorEmail } from '../emails.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { ownerOfPrincipal } from '../security/account-ref.ts';
import { recordSecurity } from '../security/record.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../second-factor/second-factor.ts';
import { reauthenticate } from './reauthenticate.ts';

export async function beginFactorSetup(ctx: Context<'session'>, { password }: { password: string }) {
  await reauthenticate(ctx, { password });
  const { email } = personOf(ctx.principal);
  return ctx.database.transaction((tx) =>
    beginSecondFactor(tx, ownerOfPrincipal(ctx.principal), { issuer: ctx.brand, label: email }, ctx.now()),
  );
}

/**
 * The factor is asked for from now on; whoever signed in without it elsewhere is signed out by the caller's wish only.
 */
export async function confirmFactorSetup(ctx: Context<'session'>, { code }: { code: string }) {
  const owner = ownerOfPrincipal(ctx.principal);
  const { email } = personOf(ctx.principal);
  const recovery_codes = await ctx.database.transaction(async (tx) => {
    const codes = await confirmSecondFactor(tx, owner, code, ctx.now());
    await recordSecurity(tx, ctx, { kind: 'second_factor_added', owner, account: email });
    await queueEmail(ctx, tx, email, 'second-factor', secondFactorEmail(ctx, reader(ctx), 'added'));
    return codes;
  });
  return { recovery_codes };
}

export async function renewCodes(ctx: Context<'session'>, proof: { password: string; code: string }) {
  await reauthenticate(ctx, proof);
  const owner = ownerOfPrincipal(ctx.principal);
  const recovery_codes = await ctx.database.transaction(async (tx) => {
    const codes = await renewRecoveryCodes(tx, owner);
    await recordSecurity(tx, ctx, { kind: 'recovery_codes_made', owner, account: personOf(ctx.principal).email });
    return codes;
  });
  return { recovery_codes };
}

export async function removeOwnSecondFactor(ctx: Context<'session'>, proof: { password: string; code: string }) {
  await reauthenticate(ctx, proof);
  const owner = ownerOfPrincipal(ctx.principal);
  const { email } = personOf(ctx.principal);
  await ctx.database.transaction(async (tx) => {
    if (!(await removeSecondFactor(tx, owner))) return;
    await recordSecurity(tx, ctx, { kind: 'second_factor_removed', owner, account: email });
    await queueEmail(ctx, tx, email, 'second-factor', secondFactorEmail(ctx, reader(ctx), 'removed'));
  });
  return { msg: 'From now on you sign in with your password only.' };
}

const reader = ({ principal }: Context<'session'>): { email: string; firstname: string } => ({
  firstname: 'administrator',
  ...personOf(principal),
});
