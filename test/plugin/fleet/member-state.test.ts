import { expect, test } from "vitest";
import { beginMember, type MemberEvent, nextMemberStep, showMember } from "../../../plugin/fleet/member-state.ts";
import type { LinkState } from "../../../shared/io/watch/link-state.ts";
import { now, report, root } from "../../render/build.ts";

const first = report([root({})]);
const seenEvent = (state: LinkState, isAnswered = true, cause = ""): MemberEvent => ({
  type: "seen",
  seen: { ...(isAnswered && { report: first }), link: { state, cause } },
});
const late: MemberEvent = { type: "late", cause: "no answer" };
const failed: MemberEvent = { type: "failed", trouble: { is: "unreached", cause: "no way" } };

/** An event, and what it is: news, the server that responds again (up), or nothing. */
type Short = readonly [event: MemberEvent, is: string];

const rows: readonly (readonly [rule: string, steps: readonly Short[], shown: string, fault?: string])[] = [
  ["a cluster that answers is shown with its Report", [[seenEvent("live"), "news"]], "answers"],
  ["a context that leads nowhere is unusable", [], "unusable", "no such cluster"],
  [
    "one that does not answer in time is late until it answers, and then tells that it does",
    [
      [late, "news"],
      [seenEvent("live"), "news up"],
      [late, ""],
    ],
    "answers",
  ],
  ["a failed try is a trouble, with its age", [[failed, "news"]], "unreached, silent"],
  [
    "a repeated failure is no news",
    [
      [failed, "news"],
      [failed, ""],
    ],
    "unreached, silent",
  ],
  [
    "a lost connection keeps the Report, and tells when it is back",
    [
      [seenEvent("live"), "news"],
      [seenEvent("unreachable"), ""],
      [seenEvent("live"), "up"],
    ],
    "answers",
  ],
  [
    "while it is lost, that is shown with its age",
    [
      [seenEvent("live"), "news"],
      [seenEvent("unreachable"), ""],
    ],
    "answers, unreachable, silent",
  ],
  ["a connection that never answered is a trouble", [[seenEvent("unreachable", false), "news"]], "unreached, silent"],
  ["a login that is under way is the trouble meanwhile", [[{ type: "login", change: 1 }, "news"]], "login"],
  [
    "a login that ended is no longer reported",
    [
      [{ type: "login", change: 1 }, "news"],
      [{ type: "login", change: -1 }, "news"],
    ],
    "connecting",
  ],
];

test.for(rows)("%s", ([, steps, shown, fault]) => {
  let state = beginMember(fault);
  const done = steps.map(([event]): Short => {
    const step = nextMemberStep(state, event, now);
    state = step.state;
    const parts: string[] = [];
    if (step.isNews) parts.push("news");
    if (step.respondsAgain) parts.push("up");
    return [event, parts.join(" ")];
  });
  const { trouble, link, silent } = showMember({ context: "one" }, state, state.link, now);
  const reported = [trouble?.is ?? "answers", link?.state ?? "", silent === undefined ? "" : "silent"];
  expect([done, reported.filter((part) => part !== "").join(", ")]).toEqual([steps, shown]);
});
