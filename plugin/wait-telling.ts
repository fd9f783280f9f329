import type { Link } from "../shared/io/watch/link.ts";
import type { Ref } from "../shared/model/object.ts";
import type { Report } from "../shared/model/report.ts";
import { stampOf } from "../shared/model/time.ts";
import type { Goal, Hopeless, Obstacle, WaitDocument, Waited, WaitState } from "../shared/model/waiting.ts";
import { age, type Clock } from "../shared/render/words-age.ts";
import {
  goalWords,
  hopelessWords,
  lostWords,
  neverWords,
  obstaclesWords,
  reachedWords,
  rootsWords,
} from "../shared/render/words-wait.ts";
import type { Options } from "./options.ts";
import { shareWords, timeWords, waitProgress } from "./wait-progress.ts";
import { type Said, steadily } from "./wait-steady.ts";
import type { World } from "./world.ts";

/** How it stands at one look. */
export interface Standing {
  /** Milliseconds since the beginning. */
  readonly passed: number;
  readonly link: Link;
  /** The last one there was; absent: none yet. */
  readonly report?: Report;
  readonly waited?: Waited;
  /** Milliseconds for which it has been as it is waited for; absent: it is not. */
  readonly held?: number;
  /** It was so for that long, and is no more, or nobody knows any more. */
  readonly broken?: number;
  /** The server was asked whether it is so still, and did not answer. */
  readonly isUnanswered?: true;
}

/** How it ends. */
export type Ending =
  | { readonly state: "reached"; readonly what: readonly Ref[]; readonly never: readonly Missed[] }
  | { readonly state: "hopeless"; readonly hopeless: Hopeless }
  | { readonly state: "timed-out" | "unknown" | "interrupted" };

/** What was to be gone, and was never there. */
export interface Missed {
  readonly kind: string;
  readonly name?: string;
}

/** What somebody who waits is told: what for, whenever that changes, and how it ended. */
export interface Telling {
  readonly now: (standing: Standing) => void;
  readonly ended: (standing: Standing, ending: Ending, exitCode: number) => void;
  /** It does not even begin: what was asked cannot be waited for. Lines of an error. */
  readonly refused: (standing: Standing, lines: string, exitCode: number) => void;
  /** The same of an error that somebody else says as text; nothing of a bug of ours. */
  readonly failed: (standing: Standing, error: unknown, exitCode: number) => Promise<void>;
  /** What somebody else says meanwhile. */
  readonly aside: (text: string) => void;
  /** Takes away what is drawn for the moment. */
  readonly close: () => void;
}

/** Milliseconds without a line after which there is one where nobody sees the time go on: what is silent is taken for dead. */
const silence = 300_000;

/** Lines on standard output as text, documents one per line with `-o json`; on a terminal a line of progress below them. */
export function tellingOf(goal: Goal, { waiting, output, absoluteTime }: Options, world: World): Telling {
  const isNews = steadily();
  const progress = waitProgress(world);
  const isJson = output.format === "json";
  const { timeout, stableFor } = waiting;
  let lastLine = 0;

  return {
    now(standing) {
      const { passed, report, held } = standing;
      const said = saidOf(standing);
      if (timeout > 0 && said !== undefined && isNews(said, passed)) {
        const { broken } = standing;
        const was = broken === undefined ? "" : ` (it was ${goalWords(goal)} for ${age(broken / 1000)})`;
        news(`${said.text}${was}`, standing);
      } else if (timeout > 0 && !progress.isDrawn && passed - lastLine >= silence) news(lifeWords(standing), standing);
      const share = report === undefined ? "" : shareWords(report, goal);
      const holding =
        held === undefined ? "" : `${goalWords(goal)} for ${age(held / 1000)} of ${age(stableFor / 1000)}`;
      const state = standing.link.state === "live" ? share : lostWords(standing.link.state, "");
      progress.draw([state, holding, timeWords(passed, timeout)].filter((part) => part !== "").join(", "));
    },
    ended(standing, ending, exitCode) {
      const text = endWords(standing, ending);
      if (isJson) document(ending.state, text, standing, ending, exitCode);
      else if (ending.state === "reached") line(text);
      progress.erase();
      if (ending.state !== "reached") world.tell(`error: ${text}\n`);
    },
    refused(standing, lines, exitCode) {
      if (isJson) document("refused", lines.trim(), standing, undefined, exitCode);
      progress.erase();
      world.tell(`${lines}\n`);
    },
    async failed(standing, error, exitCode) {
      const sentence = isJson ? (await import("./told.ts")).sentenceOf(error) : undefined;
      if (sentence !== undefined) document("refused", sentence, standing, undefined, exitCode);
    },
    aside(text) {
      progress.erase();
      world.tell(text);
    },
    close: progress.end,
  };

  function news(text: string, standing: Standing): void {
    lastLine = standing.passed;
    if (isJson) document(standing.held === undefined ? "waiting" : "holding", text, standing);
    else line(text);
  }

  /** `still not healthy, after 5m of 30m, 4/6 components healthy`. */
  function lifeWords({ passed, report, held, link }: Standing): string {
    const how = held === undefined ? `not ${goalWords(goal)}` : goalWords(goal);
    const seen = link.state === "live" ? `still ${how}` : lostWords(link.state, "");
    const share = report === undefined ? "" : shareWords(report, goal);
    return [seen, `after ${timeWords(passed, timeout)}`, share].filter((part) => part !== "").join(", ");
  }

  function line(text: string): void {
    progress.erase();
    world.print(`${stampOf(world.milliseconds())}  ${text}\n`);
  }

  function document(state: WaitState, text: string, standing: Standing, ending?: Ending, exitCode?: number): void {
    progress.erase();
    const { passed, link, report, waited } = standing;
    const told: WaitDocument = {
      ...{ apiVersion: "hco-status/v1", kind: "Wait", at: stampOf(world.milliseconds()), for: waiting.for, state },
      ...{ seconds: Math.floor(passed / 1000), link: link.state, text, waitingFor: waited?.obstacles ?? [] },
      roots: (report?.roots ?? []).map(({ ref, verdict, facts: { observedVersion: version } }) => {
        return { ref, verdict, ...(version !== undefined && { version }) };
      }),
      ...(ending?.state === "hopeless" && { hopeless: ending.hopeless }),
      ...(exitCode !== undefined && { exitCode }),
    };
    world.print(`${JSON.stringify(told)}\n`);
  }

  /** What is to be said of it, if anything. */
  function saidOf({ link, report, waited, held, broken, isUnanswered }: Standing): Said | undefined {
    if (isUnanswered === true) {
      const text = `${goalWords(goal)} when last seen, and the server does not answer; the time begins anew`;
      return { text, key: "unanswered" };
    }
    if (link.state !== "live") {
      const text = `not seen at the moment: ${lostWords(link.state, link.cause ?? "")}`;
      return report === undefined ? undefined : { text, key: `link ${link.state}` };
    }
    if (report === undefined || waited === undefined) return undefined;
    if (held !== undefined) {
      if (stableFor === 0) return undefined;
      return { text: `${goalWords(goal)}, and has to stay so for ${age(stableFor / 1000)}`, key: "holding" };
    }
    // It is so, as far as anybody has seen.
    if (waited.obstacles.length === 0) return undefined;
    const text = obstacles(standingWords(false), waited.obstacles, report);
    const same = obstaclesWords(waited.obstacles, rootsOf(report));
    return { text, same, key: waited.obstacles.map(keyOf).join(), ...(broken !== undefined && { isUrgent: true }) };
  }

  function standingWords(isEnd: boolean): string {
    return `not ${goalWords(goal)}${isEnd ? "" : " yet"}`;
  }

  function obstacles(how: string, all: readonly Obstacle[], report: Report): string {
    return `${how}: ${obstaclesWords(all, rootsOf(report), clockNow())}`;
  }

  function clockNow(): Clock {
    return { now: stampOf(world.milliseconds()), tells: absoluteTime ? "time" : "age" };
  }

  function endWords(standing: Standing, ending: Ending): string {
    const { passed, report, waited, link, held } = standing;
    const after = passed < 1000 ? "" : `, after ${age(passed / 1000)}`;
    switch (ending.state) {
      case "reached": {
        const versions = new Set(report?.roots.flatMap(({ facts }) => facts["observedVersion"] ?? []));
        if (ending.what.length === 0 && ending.never.length > 0) return `${neverWords(ending.never)}${after}`;
        const lasted = stableFor === 0 ? "" : `, and was for ${age(stableFor / 1000)}`;
        return `${rootsWords(ending.what)} ${reachedWords(goal, ending.what.length < 2, [...versions])}${lasted}${after}`;
      }
      case "hopeless": {
        const how = goal.is === "condition" ? `have ${goalWords(goal)}` : `be ${goalWords(goal)}`;
        return `it will not ${how} by itself: ${hopelessWords(ending.hopeless, clockNow())}`;
      }
      default:
        return `${opening(ending.state, after)}${stateWords(report, waited, link, held)}`;
    }
  }

  function opening(state: "timed-out" | "unknown" | "interrupted", after: string): string {
    if (state === "interrupted") return `interrupted${after}, `;
    if (timeout > 0 && state === "timed-out") return `timed out after ${age(timeout / 1000)}, `;
    return state === "unknown" && timeout > 0 && after !== "" ? `nobody can tell${after}, ` : "";
  }

  function stateWords(report: Report | undefined, waited: Waited | undefined, link: Link, held?: number): string {
    if (report === undefined || waited === undefined) {
      const { state, cause = "" } = link;
      return cause === "" ? "not all of it was answered yet" : lostWords(state, cause);
    }
    const lost = link.state === "live" ? "" : `${lostWords(link.state, link.cause ?? "")}; `;
    if (held !== undefined) return `${lost}${goalWords(goal)} for ${age(held / 1000)} of ${age(stableFor / 1000)}`;
    if (waited.obstacles.length === 0) return `${lost}${goalWords(goal)} when last seen`;
    return `${lost === "" ? "" : `${lost}when last seen `}${obstacles(standingWords(true), waited.obstacles, report)}`;
  }
}

function rootsOf({ roots }: Report): readonly Ref[] {
  return roots.map(({ ref }) => ref);
}

/** What does not change while it is only put in other words. */
function keyOf({ code, root, ...one }: Obstacle): string {
  const about = "about" in one ? one.about : undefined;
  const said = "verdict" in one ? one.verdict : "status" in one ? one.status : "";
  const gate = "reason" in one && typeof one.reason === "object" ? `${one.reason.code} ${one.reason.component}` : "";
  const rest =
    "remaining" in one ? [one.deleting, one.remaining] : "waitingFor" in one ? [one.version, one.waitingFor] : [];
  return [code, root?.name, about?.kind, about?.name, said, gate, ...rest].join(" ");
}
