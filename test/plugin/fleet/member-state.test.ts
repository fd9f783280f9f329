import { expect, test } from "vitest";
import { beginMember, type MemberEvent, memberAt, nextMemberStep } from "../../../plugin/fleet/member-state.ts";
import type { LinkState } from "../../../shared/io/watch/link-state.ts";
import { now, report, root } from "../../render/build.ts";

const first = report([root({})]);
const seen = (state: LinkState, isAnswered = true, cause = ""): MemberEvent => ({
  is: "seen",
  seen: { ...(isAnswered && { report: first }), link: { state, cause } },
});
const late: MemberEvent = { is: "late", cause: "no answer" };
const failed: MemberEvent = { is: "failed", trouble: { is: "unreached", cause: "no way" } };

/** An event, and what it is: news, the server that responds again (up), or nothing. */
type Short = readonly [event: MemberEvent, is: string];

const rows: readonly (readonly [rule: string, steps: readonly Short[], shown: string, fault?: string])[] = [
  ["a cluster that answers is shown with its Report", [[seen("live"), "news"]], "answers"],
  ["a context that leads nowhere is unusable", [], "unusable", "no such cluster"],
  [
    "one that does not answer in time is late until it answers, and then tells that it does",
    [
      [late, "news"],
      [seen("live"), "news up"],
      [late, ""],
    ],
    "answers",
  ],
  ["a failed try is a trouble, with its age", [[failed, "news"]], "unreached, silent"],
  [
    "the same trouble again is no news",
    [
      [failed, "news"],
      [failed, ""],
    ],
    "unreached, silent",
  ],
  [
    "a lost connection keeps the Report, and tells when it is back",
    [
      [seen("live"), "news"],
      [seen("unreachable"), ""],
      [seen("live"), "up"],
    ],
    "answers",
  ],
  [
    "while it is lost, that is shown with its age",
    [
      [seen("live"), "news"],
      [seen("unreachable"), ""],
    ],
    "answers, unreachable, silent",
  ],
  ["a connection that never answered is a trouble", [[seen("unreachable", false), "news"]], "unreached, silent"],
  ["a login that is under way is the trouble meanwhile", [[{ is: "login", by: 1 }, "news"]], "login"],
  [
    "and no more when it is over",
    [
      [{ is: "login", by: 1 }, "news"],
      [{ is: "login", by: -1 }, "news"],
    ],
    "connecting",
  ],
];

test.for(rows)("%s", ([, steps, shown, fault]) => {
  let state = beginMember(fault);
  const done = steps.map(([event]): Short => {
    const step = nextMemberStep(state, event, now);
    state = step.state;
    return [event, [step.isNews ? "news" : "", step.isUp ? "up" : ""].filter((part) => part !== "").join(" ")];
  });
  const { trouble, link, silent } = memberAt({ context: "one" }, state, state.link, now);
  const reported = [trouble?.is ?? "answers", link?.state ?? "", silent === undefined ? "" : "silent"];
  expect([done, reported.filter((part) => part !== "").join(", ")]).toEqual([steps, shown]);
});
