import type { Findings } from './findings.ts';
import type { ChaosMember } from './member.ts';

/**
 * A value that one writer at a time changes, and what it may be by now: what was acknowledged last, or anything that was
 * sent since then without an answer.
 */
export type Register = {
  /** A writer is at it. */
  busy: boolean;
  /**
   * The value was stored for certain; what was sent before `decided` without an answer has happened by then or never
   * will.
   */
  acknowledged(value: string, decided: number): void;
  /** No answer came to what was sent at this time of the oracle. */
  unknown(value: string, sent: number): void;
  /** Whether it may have this value. Anything may stand where nothing was ever acknowledged. */
  allows(value: string): boolean;
  describe(): string;
};

function createRegister(): Register {
  let certain: string | undefined;
  let sent: { value: string; at: number }[] = [];
  return {
    busy: false,
    acknowledged(value, decided) {
      certain = value;
      sent = sent.filter(({ at }) => at >= decided);
    },
    unknown(value, at) {
      sent.push({ value, at });
    },
    allows: (value) => certain === undefined || value === certain || sent.some((one) => one.value === value),
    describe: () => [certain, ...sent.map(({ value }) => `${value} (unanswered)`)].join(' or '),
  };
}

/** An upload as its sender knows it. */
export type ExpectedUpload = {
  member: ChaosMember;
  id: string;
  url: string;
  /** The same bytes at every call. */
  bytes: () => Buffer<ArrayBuffer>;
  size: number;
  sha256: string;
  /** The most bytes the server has ever said it has. */
  acknowledged: number;
  /** Whether the answer to the last request came; without it the server is asked before more is sent. */
  certain: boolean;
  captioned: boolean;
  /**
   * `ending`: the cancellation was sent and not answered. `refused`: the server would not have it, for a reason of its
   * own.
   */
  state: 'open' | 'finished' | 'ending' | 'cancelled' | 'refused';
  /** Somebody is at it. */
  busy: boolean;
};

/** A video as its owner knows it. */
export type ExpectedVideo = {
  member: ChaosMember;
  id: string;
  /** Possible hashes of the original: one, except for an imported video. */
  sha256: readonly string[];
  /** `vanishing`: the deletion was sent and not answered. */
  state: 'present' | 'vanishing' | 'deleted';
  /** Texts a person has written, by field name. */
  fields: Map<string, Register>;
  /** Its owner has seen its chapters. */
  written: boolean;
  clips: Map<string, { timeIn: string; timeOut: string }>;
};

/** A pack of tokens as its buyer knows it. */
export type Purchase = {
  member: ChaosMember;
  secret: string;
  tokens: number;
  cents: number;
  state: 'open' | 'sent' | 'paid';
  /** Somebody is at it. */
  busy: boolean;
};

/** The time by which unanswered requests are told apart: what was sent before `decided` is stored by now, or never. */
export type DecisionClock = { now(): number; decided(): number };

/**
 * Records the server's promises: every request is acknowledged (result must exist), refused (must not), or unknown
 * because no answer came (either, but one of the two).
 */
export type Oracle = ReturnType<typeof createOracle>;

export function createOracle(findings: Findings, clock?: DecisionClock) {
  let incarnation = 0;
  // Requests left unanswered by an earlier process are final.
  const incarnations: DecisionClock = { now: () => incarnation, decided: () => incarnation };
  const videos = new Map<string, ExpectedVideo>();
  return {
    findings,
    uploads: [] as ExpectedUpload[],
    videos,
    purchases: [] as Purchase[],
    clock: clock ?? incarnations,
    /** Which process of the server is at work, where there is one. */
    incarnation: (n: number): void => void (incarnation = n),
    videoOf(member: ChaosMember, id: string, sha256: readonly string[]): ExpectedVideo {
      const known = videos.get(id);
      if (known) return known;
      const video: ExpectedVideo = {
        member,
        id,
        sha256,
        state: 'present',
        fields: new Map(),
        written: false,
        clips: new Map(),
      };
      videos.set(id, video);
      return video;
    },
    fieldOf(video: Pick<ExpectedVideo, 'fields'>, name: string): Register {
      const field = video.fields.get(name) ?? createRegister();
      video.fields.set(name, field);
      return field;
    },
  };
}
