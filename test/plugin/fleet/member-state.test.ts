import { expect, test } from "vitest";
import { beginMember, type MemberEvent, nextMemberStep, showMember } from "../../../plugin/fleet/member-state.ts";
import { now, report, root } from "../../render/build.ts";

const lastReport = report([root({})]);
const live: MemberEvent = { type: "seen", seen: { report: lastReport, link: { state: "live", cause: "" } } };
const connectionLost: MemberEvent = {
  type: "seen",
  seen: { report: lastReport, link: { state: "unreachable", cause: "" } },
};
const neverConnected: MemberEvent = { type: "seen", seen: { link: { state: "unreachable", cause: "" } } };
const late: MemberEvent = { type: "late", cause: "no answer" };
const failed: MemberEvent = { type: "failed", trouble: { is: "unreached", cause: "no way" } };
const loginBegins: MemberEvent = { type: "login", change: 1 };
const loginEnds: MemberEvent = { type: "login", change: -1 };

interface Case {
  readonly title: string;
  /** Why the context is unusable. Absent: it is usable. */
  readonly fault?: string;
  readonly events: readonly {
    readonly event: MemberEvent;
    /** The event changes what is shown. Absent: no. */
    readonly isNews?: true;
    /** The server responds, and did not before. Absent: no. */
    readonly respondsAgain?: true;
  }[];
  /** What is shown of the cluster after the events. */
  readonly shown: {
    readonly trouble?: string;
    readonly link?: string;
    /** How long the server has been silent is shown. Absent: no. */
    readonly isSilent?: true;
  };
}

test.for<Case>([
  {
    title: "a cluster that responds is shown with its Report",
    events: [{ event: live, isNews: true }],
    shown: {},
  },
  {
    title: "a context that names no cluster is unusable",
    fault: "no such cluster",
    events: [],
    shown: { trouble: "unusable" },
  },
  {
    title: "a cluster that is late responds again when it responds, and is not late any more",
    events: [{ event: late, isNews: true }, { event: live, isNews: true, respondsAgain: true }, { event: late }],
    shown: {},
  },
  {
    title: "a failed attempt is a trouble, with the time of silence",
    events: [{ event: failed, isNews: true }],
    shown: { trouble: "unreached", isSilent: true },
  },
  {
    title: "a repeated failure is no news",
    events: [{ event: failed, isNews: true }, { event: failed }],
    shown: { trouble: "unreached", isSilent: true },
  },
  {
    title: "a lost connection keeps the Report, and the server responds again when it is back",
    events: [{ event: live, isNews: true }, { event: connectionLost }, { event: live, respondsAgain: true }],
    shown: {},
  },
  {
    title: "a lost connection is shown beside the Report, with the time of silence",
    events: [{ event: live, isNews: true }, { event: connectionLost }],
    shown: { link: "unreachable", isSilent: true },
  },
  {
    title: "a server that never responded is a trouble",
    events: [{ event: neverConnected, isNews: true }],
    shown: { trouble: "unreached", isSilent: true },
  },
  {
    title: "a login is the trouble while the user is asked",
    events: [{ event: loginBegins, isNews: true }],
    shown: { trouble: "login" },
  },
  {
    title: "a login that has ended is no longer the trouble",
    events: [
      { event: loginBegins, isNews: true },
      { event: loginEnds, isNews: true },
    ],
    shown: { trouble: "connecting" },
  },
])("$title", ({ fault, events, shown }) => {
  let state = beginMember(fault);
  for (const { event, isNews = false, respondsAgain = false } of events) {
    const step = nextMemberStep(state, event, now);
    expect(step).toMatchObject({ isNews, respondsAgain });
    state = step.state;
  }
  const { trouble, link, silent } = showMember({ context: "one" }, state, state.link, now);
  expect(trouble?.is).toBe(shown.trouble);
  expect(link?.state).toBe(shown.link);
  expect(silent !== undefined).toBe(shown.isSilent ?? false);
});
