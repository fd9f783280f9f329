import type { Disposable } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ColouredLine } from "../../shared/logs/coloured-line.ts";
import { createLogText, type LogText } from "../../shared/logs/log-text.ts";
import { type LogSeen, type LogStatus, logHeading } from "../../shared/render/editor/log-heading.ts";
import type { Place } from "../places/place.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import type { FollowedRoots } from "../session/follow-requests.ts";
import { describePlace, findPlaceState } from "../session/place-names.ts";
import type { ExtensionHost, FollowSurface, LiveClusters, PlaceStates } from "../session/session-parts.ts";
import { readLog, requestedLines } from "./log-source.ts";
import type { LogAddress } from "./log-uri.ts";

export type LogSession = ExtensionHost & FollowSurface & LiveClusters & PlaceStates;

/** What is kept of a log: VS Code gets the whole text with each change. */
const limits = { lines: requestedLines, characters: 512 * 1024 };

/** Minimum milliseconds between two changes of the text. */
const least = 300;

/** Milliseconds after which a log that ended is read again: a container that crashes starts again. */
const again = 10_000;

/** An open document with a log. */
export interface FollowedLog extends Disposable {
  readonly address: LogAddress;
  /** The text of the document, of one line for the heading and one for each line of the log. */
  text(): string;
  lines(): readonly ColouredLine[];
  explaining(): readonly number[];
  /** Sets whether the document is visible. The log is read only then. */
  setVisible(isVisible: boolean): void;
  /** Called after a change of its place, which may be connected now. */
  placeChanged(): void;
}

/** Creates a log that is read while its document is visible. `changed` is called after each change of the text. */
export function createFollowedLog(session: LogSession, address: LogAddress, changed: () => void): FollowedLog {
  const { request } = address;
  const soon = coalesceCalls(changed, least, systemClock);
  let log: LogText = createLogText(limits);
  let seen: Pick<LogSeen, "status" | "cause" | "isNewestPart"> = waiting;
  let reading: AbortController | undefined;
  let followed: FollowedRoots | undefined;
  let forgetRetry: (() => void) | undefined;

  function show(next: Partial<typeof seen>): void {
    seen = { ...seen, ...next };
    soon.request();
  }

  async function read(place: Place): Promise<void> {
    const own = new AbortController();
    reading = own;
    const next = createLogText(limits);
    const begun = (): void => {
      // What was read before is shown until the first lines of the new reading are there.
      soon.postpone();
      log = next;
      show({ status: request.isPrevious ? "reading" : "live", cause: "", isNewestPart: false });
    };
    const line = (text: string): void => {
      next.add(text);
      soon.request();
    };
    const result = await readLog(session, place, request, { signal: own.signal, begun, line });
    if (reading !== own) return;
    reading = undefined;
    if (result === undefined) return;
    show(result);
    if (place.kind === "cluster" && !request.isPrevious) forgetRetry = systemClock.after(again, begin);
  }

  function begin(): void {
    forgetRetry?.();
    forgetRetry = undefined;
    const place = findPlaceState(session, address.place)?.place;
    // An address alone reaches no cluster: its place must be in use elsewhere.
    if (place === undefined || reading !== undefined) return;
    followed ??= place.kind === "cluster" ? session.followRoots(place) : undefined;
    read(place).catch(session.log.failed);
  }

  function stop(): void {
    forgetRetry?.();
    forgetRetry = undefined;
    reading?.abort();
    reading = undefined;
    followed?.dispose();
    followed = undefined;
  }

  return {
    address,
    lines: () => log.lines(),
    explaining: () => log.explaining(),
    text() {
      const lines = log.lines();
      const [explaining] = log.explaining();
      const heading = logHeading({
        ...seen,
        request,
        place: placeName(session, address),
        lines: lines.length,
        isNewestPart: seen.isNewestPart || log.droppedLines() > 0,
        // The heading is the first line.
        ...(explaining !== undefined && { explainedBy: explaining + 2 }),
      });
      return [heading, ...lines.map(({ text }) => text), ""].join("\n");
    },
    setVisible(isVisible) {
      if (!isVisible) stop();
      else if (reading === undefined && forgetRetry === undefined && !isOver(seen.status, request.isPrevious)) begin();
    },
    placeChanged() {
      if (followed !== undefined && reading === undefined && seen.status === "waiting") begin();
    },
    dispose() {
      stop();
      soon.cancel();
    },
  };
}

const waiting = { status: "waiting", cause: "", isNewestPart: false } as const;

/** Whether a log that was read stays as it is: that of a run that has ended, or of files. */
function isOver(status: LogStatus, isPrevious: boolean): boolean {
  return status === "collected" || (isPrevious && status === "ended");
}

function placeName(session: PlaceStates, { place }: LogAddress): string {
  const state = findPlaceState(session, place);
  return state === undefined ? "" : describePlace(session, state.place);
}
