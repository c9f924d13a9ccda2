import { clipRoutes } from '@lectern/contract/clips';
import { portalOwnerRoutes } from '@lectern/contract/portal';
import { uploadRoutes } from '@lectern/contract/uploads';
import { videoRoutes } from '@lectern/contract/videos';
import { sample } from '../../server/test/sample.ts';
import { put, uploadFile, whenSettled } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import { getWith, statusOf } from './http.ts';

/** Addresses, headers and settings that say or open too much. */
export const doorFindings = findings(
  {
    letter: 'M8',
    holds: 'addresses of a deactivated member take and give nothing',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      const id = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      const video = await whenSettled(member, id);
      const { url: link } = await member.call(clipRoutes.downloadLink, { filename: `${video.assetId}.mp4` });
      const { url } = await member.call(uploadRoutes.create, {});
      await lab.change(server, member, { is_active: false });
      const media = await fetch(`${server.origin}/media/${video.playback_id}/video.m3u8`);
      const download = await fetch(new URL(link, server.origin), { method: 'HEAD' });
      const upload = (await put(url, Buffer.alloc(1000), 'bytes 0-999/262144')).status;
      return verdict(
        upload >= 400 && media.status >= 400 && download.status >= 400,
        `upload ${upload}, playlist ${media.status}, download ${download.status}`,
      );
    },
  },
  {
    letter: 'N7',
    holds: 'what is wrong with a title is said in plain words',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      const { id: passthrough } = await member.call(uploadRoutes.create, {});
      const told = await member.call(videoRoutes.save, { passthrough, title: '' }).then(
        () => 'saved',
        (error: Error) => error.message,
      );
      return verdict(/^Please check title: (?!Too)/.test(told) && !/string|>=/.test(told), told);
    },
  },
  {
    letter: 'L1',
    holds: 'a wrong setting is told without its secret',
    async look(lab) {
      const DATA_DIR = await lab.emptyFolder();
      const told: string[] = [];
      const wrong = { DATABASE_URL: 'mysql://me:hunter2@db/lectern', METRICS_TOKEN: 'hunter2' };
      for (const [name, value] of Object.entries(wrong))
        told.push(
          await lab.serveOn({ DATA_DIR, [name]: value }).then(
            () => 'started',
            (error: Error) => error.message,
          ),
        );
      return verdict(!told.join().includes('hunter2'), told.map((text) => text.split('\n').at(-1)!).join(' · '));
    },
  },
  {
    letter: 'L2',
    holds: 'no site of a portal is taken that adds to its policy',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      await lab.change(server, member, { plan: 'professional' });
      await member.call(portalOwnerRoutes.generate, {});
      const { settings } = (await member.call(portalOwnerRoutes.own, undefined)).data!;
      const statuses: number[] = [];
      for (const site of ['https://a;b.example', 'https://a,b.example', 'https://a"b.example'])
        statuses.push(await statusOf(member.call(portalOwnerRoutes.change, { ...settings, sites: [site] })));
      return verdict(
        statuses.every((status) => status >= 400),
        `sites with ; , " answer ${statuses.join(', ')}`,
      );
    },
  },
  {
    letter: 'L3',
    holds: 'a Host header that names no host does not get into the policy of a portal',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      await lab.change(server, member, { plan: 'professional' });
      const { token } = (await member.call(portalOwnerRoutes.generate, {})).data;
      const host = 'a;script-src *';
      const answer = await getWith(`${server.origin}/portal/${token}`, { host });
      const policy = String(answer.headers['content-security-policy']);
      return verdict(
        !policy.includes(host),
        `Host: ${host} answers ${answer.statusCode}${policy.includes(host) ? ' with it in the policy' : ''}`,
      );
    },
  },
);
