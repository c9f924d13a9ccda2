import { Problem } from '@lectern/contract/problem';
import { voiceRoutes } from '@lectern/contract/transcripts/voices';
import { type Context, requireReach } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { setVoiceConsent } from '../../accounts/workspaces/members.ts';
import { changeWorkspace, lockPeople } from '../../accounts/workspaces/workspace.ts';
import { forgetVoices, forgetVoicesCalled, keepsVoices, listVoiceprintNames, whoNamed } from './store.ts';

/** Says whether a voice called like the caller is kept and recognised where others are. */
export async function consentToVoice(ctx: Context<'member'>, { voice }: { voice: boolean }): Promise<{ msg: string }> {
  const { member, workspace } = ctx;
  await ctx.database.transaction(async (tx) => {
    await lockPeople(tx, workspace.id);
    await setVoiceConsent(tx, { workspaceId: workspace.id, userId: member.id }, voice);
    if (!voice) await forgetVoicesCalled(tx, workspace.id, member);
  });
  return {
    msg: voice ? 'Your voice may be recognised in this workspace.' : 'Your voice is not kept in this workspace.',
  };
}

export const voices = feature(voiceRoutes, {
  voices: async (ctx) => {
    const db = ctx.database.kysely;
    const { id } = ctx.workspace;
    const [keeps, kept] = [await keepsVoices(db, id), await listVoiceprintNames(db, id)];
    return { data: { available: ctx.speakers !== undefined, keeps, voices: kept } };
  },
  keepVoices: async (ctx, { keeps }) => {
    // It is the whole workspace's switch.
    requireReach(ctx, 'voices', null);
    await ctx.database.transaction(async (tx) => {
      await changeWorkspace(tx, ctx.workspace.id, { voice_recognition: keeps });
      if (!keeps) await forgetVoices(tx, ctx.workspace.id);
    });
    return { msg: keeps ? 'Voices you name will be saved from now on.' : 'Your saved voices have been deleted.' };
  },
  forgetVoice: async (ctx, { name }) => {
    const count = await ctx.database.transaction(async (tx) => {
      for (const namedBy of await whoNamed(tx, ctx.workspace.id, name)) requireReach(ctx, 'voices', namedBy);
      return forgetVoices(tx, ctx.workspace.id, name);
    });
    if (count === 0) throw new Problem('not_found');
    return { msg: `The voice of ${name} has been deleted.` };
  },
});
