import type { Disposable } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ColouredLine } from "../../shared/logs/coloured-line.ts";
import { LogText } from "../../shared/logs/log-text.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { type LogSeen, logHeading } from "../../shared/render/editor/log-heading.ts";
import type { Place } from "../places/place.ts";
import { type CoalescedCall, coalesceCalls } from "../platform/coalesce.ts";
import { findDocumentPlace, readContextOfDocument } from "../session/document-place.ts";
import type { FollowedRoots } from "../session/follow-requests.ts";
import type { ExtensionHost, FollowSurface, LiveClusters, PlaceStates } from "../session/session-parts.ts";
import { readLog, requestedLines } from "./log-source.ts";
import type { LogAddress } from "./log-uri.ts";

export type LogSession = ExtensionHost & FollowSurface & LiveClusters & PlaceStates;

/** VS Code gets the whole text with each change, so only the newest part of a log is kept. */
const limits = { lines: requestedLines, characters: 512 * 1024 };

const minChangeIntervalMs = 300;

/** A log that has ended is read again after this time, because a container that crashes starts again. */
const rereadAfterMs = 10_000;

type LogState = Pick<LogSeen, "status" | "cause" | "isNewestPart">;

/** The log of an open document. It is read while the document is visible. */
export class FollowedLog implements Disposable {
  readonly address: LogAddress;
  readonly #session: LogSession;
  /** Announces a change of the text, once for many lines. */
  readonly #announcing: CoalescedCall;
  #log: LogText = new LogText(limits);
  #state: LogState = { status: "waiting", cause: "", isNewestPart: false };
  #isVisible = false;
  /** The place stands for another context than that of the log. */
  #hasLeftPlace = false;
  #reading: AbortController | undefined;
  #cancelRereading: (() => void) | undefined;
  /** Keeps the place connected while the log is read. */
  #followedRoots: FollowedRoots | undefined;

  /** @param changed is called after each change of the text. */
  constructor(session: LogSession, address: LogAddress, changed: () => void) {
    this.#session = session;
    this.address = address;
    this.#announcing = coalesceCalls(changed, minChangeIntervalMs, systemClock);
  }

  /** Returns the text of the document: a line for the heading, and one for each line of the log. */
  text(): string {
    const lines = this.lines().map(({ text }) => text);
    return [this.#heading(), ...lines, ""].join("\n");
  }

  lines(): readonly ColouredLine[] {
    return this.#log.lines();
  }

  /** Returns the indices in `lines()` of the lines that explain the log. */
  explaining(): readonly number[] {
    return this.#log.explaining();
  }

  /** Sets whether the document is visible. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (!isVisible) {
      this.#stopReading();
      return;
    }
    const isReading = this.#reading !== undefined || this.#cancelRereading !== undefined;
    if (!isReading && !this.#isComplete()) this.#startReading();
  }

  /** Begins to read a log that waits for its place, which may be connected now, or stand for its context again. */
  placeChanged(): void {
    if (this.#hasLeftPlace) {
      this.#hasLeftPlace = false;
      this.setVisible(this.#isVisible);
      return;
    }
    const isWaiting = this.#state.status === "waiting" && this.#followedRoots !== undefined;
    if (isWaiting && this.#reading === undefined) this.#startReading();
  }

  /** Stops reading while the place stands for another context. */
  leavePlace(): void {
    this.#hasLeftPlace = true;
    this.#stopReading();
  }

  dispose(): void {
    this.#stopReading();
    this.#announcing.cancel();
  }

  #startReading(): void {
    this.#cancelRereading?.();
    this.#cancelRereading = undefined;
    const place = findDocumentPlace(this.#session, this.address.place)?.place;
    // An address alone reaches no cluster: its place must be in use elsewhere.
    if (place === undefined || this.#reading !== undefined) return;
    if (place.kind === "cluster") this.#followedRoots ??= this.#session.followRoots(place);
    this.#read(place).catch(this.#session.log.failed);
  }

  #stopReading(): void {
    this.#cancelRereading?.();
    this.#cancelRereading = undefined;
    this.#reading?.abort();
    this.#reading = undefined;
    this.#followedRoots?.dispose();
    this.#followedRoots = undefined;
  }

  async #read(place: Place): Promise<void> {
    const { request } = this.address;
    const reading = new AbortController();
    this.#reading = reading;
    const nextLog = new LogText(limits);
    const result = await readLog(this.#session, place, request, {
      signal: reading.signal,
      requested: () => {
        if (this.#state.status === "waiting") this.#setState({ ...this.#state, status: "reading" });
      },
      begun: () => {
        // The lines of the previous reading are shown until the first lines of this one are there.
        this.#announcing.postpone();
        this.#log = nextLog;
        this.#setState({ status: request.isPrevious ? "reading" : "live", cause: "", isNewestPart: false });
      },
      line: (text) => {
        nextLog.add(text);
        this.#announcing.request();
      },
    });
    if (this.#reading !== reading) return;
    this.#reading = undefined;
    if (result === undefined) return;
    this.#setState(result);
    if (place.kind !== "cluster" || request.isPrevious) return;
    this.#cancelRereading = systemClock.after(rereadAfterMs, () => this.#startReading());
  }

  #setState(state: LogState): void {
    this.#state = state;
    this.#announcing.request();
  }

  /** Whether the log was read and cannot change: that of a run that has ended, or of files. */
  #isComplete(): boolean {
    const { status } = this.#state;
    return status === "collected" || (status === "ended" && this.address.request.isPrevious);
  }

  #heading(): string {
    const [explaining] = this.explaining();
    return logHeading({
      ...this.#state,
      request: this.address.request,
      place: describeOpenPlace(this.#session, this.address),
      lines: this.lines().length,
      isNewestPart: this.#state.isNewestPart || this.#log.droppedLines() > 0,
      // Lines are counted from 1, and the heading is the first line of the document.
      ...definedFields({ explainedBy: explaining === undefined ? undefined : explaining + 2 }),
    });
  }
}

/** Returns the name of the place of a log. Empty where the place is not in use, and its key does not have the name. */
function describeOpenPlace(session: PlaceStates, { place }: LogAddress): string {
  const { name = "" } = findDocumentPlace(session, place) ?? {};
  return name === "" ? readContextOfDocument(place) : name;
}
