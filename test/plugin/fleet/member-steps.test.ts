import { expect, test } from "vitest";
import {
  beginMember,
  type MemberEffect,
  type MemberEvent,
  memberAt,
  nextMemberStep,
} from "../../../plugin/fleet/member-steps.ts";
import type { LinkState } from "../../../shared/io/watch/link-state.ts";
import { now, report, root } from "../../render/build.ts";

const first = report([root({})]);
const seen = (state: LinkState, isAnswered = true, cause = ""): MemberEvent => ({
  is: "seen",
  seen: { ...(isAnswered && { report: first }), link: { state, cause } },
});
const begun: MemberEvent = { is: "begun" };
const opened: MemberEvent = { is: "opened" };
const late: MemberEvent = { is: "late", cause: "no answer" };
const hurried: MemberEvent = { is: "hurried" };
const refreshed: MemberEvent = { is: "refreshed" };
const refused = (is: "unreached" | "login" | "late", willAsk = false): MemberEvent => {
  return { is: "refused", trouble: { is, cause: "no way" }, willAsk };
};

function inShort(effect: MemberEffect): string {
  if (effect.do === "link") return `link ${effect.link.state}`;
  return effect.do === "retry" ? `retry ${effect.after}` : effect.do;
}

/** An event, and what the loop does after it, in short. */
type Short = readonly [event: MemberEvent, effects: string];

const opening: Short = [begun, "forget-retry, open"];
const rows: readonly (readonly [rule: string, steps: readonly Short[], shown: string, fault?: string])[] = [
  [
    "a cluster that answers is shown with its Report, and lets the next one begin",
    [opening, [opened, ""], [seen("live"), "link live, settle, change"]],
    "answers",
  ],
  ["one that opens is not opened twice", [opening, [begun, ""], [refreshed, ""], [hurried, ""]], "connecting"],
  [
    "one that is followed is read again in place of opened",
    [opening, [opened, ""], [begun, ""], [refreshed, "refresh"]],
    "connecting",
  ],
  [
    "a context that leads nowhere is never opened",
    [
      [begun, "change"],
      [refreshed, ""],
      [hurried, ""],
    ],
    "unusable",
    "no such cluster",
  ],
  [
    "one that does not answer in time is late until it answers, and then tells that it does",
    [
      opening,
      [late, "settle, change"],
      [opened, ""],
      [seen("live"), "link live, settle, change, up"],
      [late, "settle"],
    ],
    "answers",
  ],
  [
    "no way to it: another try after a minute, a fifth sooner or later",
    [opening, [refused("unreached"), "retry 60000, settle, change"]],
    "unreached, silent",
  ],
  [
    "no login: another try after five minutes",
    [opening, [refused("login"), "retry 300000, settle, change"]],
    "login, silent",
  ],
  [
    "no login, of which the user was asked: no other try before the user wants it",
    [opening, [refused("login", true), "settle, change"], [hurried, ""], [refreshed, "forget-retry, open"]],
    "login, silent",
  ],
  [
    "where another server answers again, what waits for its next try is tried at once",
    [opening, [refused("unreached"), "retry 60000, settle, change"], [hurried, "forget-retry, open"], [hurried, ""]],
    "unreached, silent",
  ],
  [
    "but the user is not asked to log in because of that",
    [opening, [refused("login"), "retry 300000, settle, change"], [hurried, ""]],
    "login, silent",
  ],
  [
    "the same trouble again is no news",
    [
      opening,
      [refused("unreached"), "retry 60000, settle, change"],
      opening,
      [refused("unreached"), "retry 60000, settle"],
    ],
    "unreached, silent",
  ],
  [
    "a lost connection keeps the Report, and is read again where another server answers",
    [
      ...([opening, [opened, ""], [seen("live"), "link live, settle, change"]] as const),
      [seen("unreachable"), "link unreachable, settle"],
      [hurried, "refresh"],
    ],
    "answers, unreachable, silent",
  ],
  [
    "and tells when it is back",
    [
      ...([opening, [opened, ""], [seen("live"), "link live, settle, change"]] as const),
      [seen("unreachable"), "link unreachable, settle"],
      [seen("live"), "link live, settle, up"],
    ],
    "answers",
  ],
  [
    "a connection that never answered is a trouble",
    [opening, [opened, ""], [seen("unreachable", false), "link unreachable, settle, change"]],
    "unreached, silent",
  ],
  ["a login that is under way is the trouble meanwhile", [opening, [{ is: "login", by: 1 }, "change"]], "login"],
  [
    "and no more when it is over",
    [opening, [{ is: "login", by: 1 }, "change"], [{ is: "login", by: -1 }, "change"]],
    "connecting",
  ],
  [
    "nothing follows once it is closed",
    [opening, [{ is: "closed" }, "forget-retry, settle"], [seen("live"), ""], [refused("unreached"), ""], [begun, ""]],
    "connecting",
  ],
];

test.for(rows)("%s", ([, steps, shown, fault]) => {
  let state = beginMember(fault);
  const done = steps.map(([event]): Short => {
    const step = nextMemberStep(state, event, { now, chance: 0.5 });
    state = step.state;
    return [event, step.effects.map(inShort).join(", ")];
  });
  const { trouble, link, silent } = memberAt({ context: "one" }, state, state.link, now);
  const told = [trouble?.is ?? "answers", link?.state ?? "", silent === undefined ? "" : "silent"];
  expect([done, told.filter((part) => part !== "").join(", ")]).toEqual([steps, shown]);
});
