import { type History, remembered } from "../shared/aggregate/history.ts";
import { ConnectionError } from "../shared/io/errors.ts";
import { loginsOf } from "../shared/io/logins.ts";
import type { Seen } from "../shared/io/watch/follow.ts";
import type { Link } from "../shared/io/watch/link.ts";
import type { Report } from "../shared/model/report.ts";
import { glyphsFor } from "../shared/render/marks.ts";
import { plainPalette } from "../shared/render/palette.ts";
import { renderText } from "../shared/render/text.ts";
import { bereftWords } from "../shared/render/words-watch.ts";
import { exitCodes, failed } from "./exit-code.ts";
import { type Follower, followContext, type Terminal } from "./following.ts";
import { absenceOf, isUnanswered } from "./judge.ts";
import { missesOf } from "./missing.ts";
import type { Options } from "./options.ts";
import { printerOf } from "./print.ts";
import { mindRuleSet } from "./rule-sets.ts";
import { styleOf } from "./text-style.ts";
import { beginningAt } from "./watch-beginning.ts";
import { documentsOf } from "./watch-documents.ts";
import { linesOf } from "./watch-lines.ts";
import { steadyLink } from "./watch-link.ts";
import { type ScreenSurface, screenOf } from "./watch-screen.ts";
import type { Surface, Watched } from "./watch-surface.ts";
import { choose } from "./way.ts";
import type { World } from "./world.ts";

/** All of the first answers. */
interface First {
  readonly report: Report;
  readonly snapshot: NonNullable<Seen["snapshot"]>;
}

/**
 * Follows what the options name until somebody ends it: on a screen, in lines, or in documents. Resolves to the exit
 * status: 0, and with `--exit-code` the last verdict's, unless it may be old. What cannot be read at the beginning ends it
 * as it ends a report.
 * @throws as {@link followCluster}; ConnectionError where no server answers at the beginning; UsageError for a rule set of
 * other kinds.
 */
export async function watch(options: Options, world: World): Promise<number> {
  const isScreen = hasScreen(options, world);
  const print = await printerOf(options.output, styleOf(options, world), isScreen);
  const { promise: ended, resolve: leave, reject: broken } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin, reject: refuse } = Promise.withResolvers<First>();
  let surface: Surface | undefined;
  let screen: ScreenSurface | undefined;
  let newest: Report | undefined;
  /** A HyperConverged was seen. */
  let wasThere = false;
  let farewell = "";
  let history: History | undefined;
  let linkNow: Link = { state: "connecting" };
  const link = steadyLink(world.clock, { state: "live" }, () => surface?.changed());

  const code = (): number => codeOf(options, { report: newest, link: linkNow, wasThere });

  function tell(seen: Seen): void {
    wasThere ||= hasHyperConverged(seen.report);
    const isNews = seen.report !== undefined && seen.report !== newest;
    newest = seen.report ?? newest;
    if (isNews && newest !== undefined) history = remembered(history, newest);
    linkNow = seen.link;
    if (surface === undefined) {
      if (seen.report !== undefined && seen.snapshot !== undefined)
        begin({ report: seen.report, snapshot: seen.snapshot });
      else if (linkNow.state === "unreachable" || linkNow.state === "authRequired")
        refuse(new ConnectionError(linkNow.cause ?? "no server answers", { reason: "unreachable" }));
      return;
    }
    world.settle(code());
    link.put(linkNow);
    if (isNews) surface.changed();
  }

  const logins = loginsOf(world.milliseconds);
  const dots = glyphsFor(styleOf(options, world).ascii === true).ellipsis;
  const chosen = await choose(options, world);
  const waiting = beginningAt(world, chosen.server, { isScreen, dots }, leave);
  const terminal: Terminal = {
    tell(text) {
      if (screen !== undefined && world.screen.isErrorTerminal === true) screen.said(text);
      else void waiting.aside(async () => world.tell(text));
    },
    logins: { ...logins, turn: (ask) => (screen ?? waiting).aside(ask) },
  };
  const bug = (error: unknown): void => {
    refuse(error);
    broken(error);
  };
  // Whichever is not waited for.
  begun.catch(() => {});
  ended.catch(() => {});
  const letGo = world.person.onStop(() => leave());
  const following = followContext(chosen, options, world, tell, bug, terminal);
  // Who leaves before it is there does not wait for it.
  const closing = (): Promise<void> =>
    following.then(
      (one) => one.close(),
      () => {},
    );
  try {
    const follower = await Promise.race([following, ended]);
    const beginning = await Promise.race([begun, ended]);
    waiting.close();
    if (follower === undefined || beginning === undefined) return code();
    const fault = faultOf(beginning, follower, options, world, isScreen);
    if (fault !== undefined) return fault;
    const watched: Watched = {
      ...{ options, world, leave, link: link.now, asked: follower.asked },
      report: () => newest ?? beginning.report,
      history: () => history,
      look: () => follower.look().report ?? newest ?? beginning.report,
      refresh() {
        logins.again();
        follower.refresh();
      },
    };
    link.put(linkNow);
    world.settle(code());
    if (isScreen) {
      screen = screenOf(watched, print);
      surface = screen;
    } else {
      surface = (options.output.format === "json" ? documentsOf : linesOf)(watched);
      surface.changed();
    }
    await ended;
    if (options.exitCode && isBereft(wasThere, newest)) farewell = bereftWords;
    return code();
  } finally {
    surface?.close();
    if (farewell !== "") world.tell(`${farewell}\n`);
    letGo();
    link.stop();
    waiting.close();
    logins.close();
    void closing();
  }
}

/** Somebody looks at it, and what is written can be written over. */
function hasScreen({ output }: Options, { screen }: World): boolean {
  return screen.isTerminal && output.format !== "json" && screen.environment["TERM"] !== "dumb";
}

/** What ends a report ends this too: the exit status; undefined: it goes on. Where nothing is there that is told, and waited for. */
function faultOf(
  { report, snapshot }: First,
  { asked }: Follower,
  options: Options,
  world: World,
  isScreen: boolean,
): number | undefined {
  mindRuleSet(options.ruleSet, report);
  const misses = missesOf(asked, report, snapshot, options.namespace);
  if (misses.length > 0) {
    world.tell(`${misses.join("\n")}\n`);
    return failed;
  }
  if (report.roots.length > 0) return undefined;
  const style = { ...styleOf(options, world), palette: plainPalette };
  const isNobody = isUnanswered(snapshot);
  if (isNobody || !isScreen)
    world.tell(`${(absenceOf(options, asked, report) ?? renderText(report, style)).trimEnd()}\n`);
  return isNobody ? failed : undefined;
}

/** What the exit status is made of. */
interface Ending {
  readonly report: Report | undefined;
  /** A HyperConverged was seen. */
  readonly wasThere: boolean;
  readonly link: Link;
}

function codeOf({ exitCode }: Options, { report, wasThere, link }: Ending): number {
  if (!exitCode) return 0;
  const isKnown =
    report !== undefined && report.roots.length > 0 && link.state === "live" && !isBereft(wasThere, report);
  return isKnown ? exitCodes[report.verdict] : exitCodes.unknown;
}

/** The HyperConverged that was watched is gone: how well its components are says nothing of it. */
function isBereft(wasThere: boolean, report: Report | undefined): boolean {
  return wasThere && !hasHyperConverged(report);
}

function hasHyperConverged(report: Report | undefined): boolean {
  return report?.roots.some(({ ref }) => ref.kind === "HyperConverged") === true;
}
