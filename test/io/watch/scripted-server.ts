import type { OutgoingMessage } from "node:http";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import type { Socket } from "node:net";
import { freePorts } from "../../free-ports.ts";
import { type Certificates, makeCertificates } from "../certificates.ts";
import type { DrivenClock } from "./driven-clock.ts";
import { type Change, type Served, type Store, type Stored, storeOf } from "./store.ts";

export const certificates: Certificates = makeCertificates();

/** One request as it came in. */
interface Asked {
  /** Such as `widgets.example.com`. */
  readonly resource: string;
  readonly name?: string;
  readonly isWatch: boolean;
  readonly parameters: URLSearchParams;
  readonly token: string;
  /** Milliseconds of the clock since the test began. */
  readonly at: number;
}

/** The response in place of the true one. */
export type Fault =
  | { readonly status: number; readonly message?: string; readonly headers?: Readonly<Record<string, string>> }
  /** 200, then these bytes, then the end or the end of the connection; where `after` is given, not before that. */
  | { readonly says: string; readonly next: "end" | "cut" | "silence"; readonly after?: Promise<void> }
  /** The truth, but not before that. */
  | { readonly later: Promise<void> }
  /** Not a word, ever. */
  | "silence";

/** An API server of a test, over real TLS, HTTP/2 and HTTP/1.1; its time-outs and bookmarks go by the clock. */
export interface ApiServer {
  readonly store: Store;
  /** But for what is asked by `truth`, a user agent. */
  readonly asked: readonly Asked[];
  /** What was asked so far, as if it had not been. */
  forget(): readonly Asked[];
  readonly sockets: ReadonlySet<Socket>;
  address(): string;
  /** Kinds that it has. */
  readonly served: Set<Served>;
  /** How it takes sendInitialEvents; how it says that a place is forgotten; who may come. */
  readonly manner: {
    initialEvents: "sent" | "refused" | "ignored";
    expiry: "status" | "event";
    bookmarks: boolean;
    tokens?: ReadonlySet<string>;
  };
  /** Asked before each answer. */
  fault: (asked: Asked) => Fault | undefined;
  /** Watches that are open. */
  open(): number;
  /** Requests that it leaves without a word. */
  silent(): number;
  /** Lines of watches that were written so far. */
  lines(): number;
  /** Writes to all open watches, and breaks all connections a moment later. */
  cut(bytes?: string): void;
  /** Something will break in a moment. */
  breaks(): boolean;
  /** Ends the watches of a resource, as a server does. */
  end(resource?: string): void;
  /** The watches that are open never say a word again. */
  mute(resource?: string): void;
  goAway(): void;
  /** Stops listening. */
  down(): Promise<void>;
  up(): Promise<void>;
}

interface Watch {
  readonly asked: Asked;
  readonly response: Http2ServerResponse;
  readonly forget: () => void;
  isMute: boolean;
}

export async function apiServer(clock: DrivenClock, kinds: readonly Served[]): Promise<ApiServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const watches = new Set<Watch>();
  const served = new Set(kinds);
  const silent = new Set<Http2ServerResponse>();
  const store = storeOf((change) => {
    for (const watch of watches) send(watch, change);
  });
  let lines = 0;
  let breaking = 0;
  const [port] = await freePorts(1);
  const server = createSecureServer(
    { ...certificates.server, allowHTTP1: true, settings: { maxConcurrentStreams: 250 } },
    answer,
  );
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => {});
    session.on("close", () => sessions.delete(session));
  });
  await up();
  bookmark();

  function bookmark(): void {
    clock.after(60_000, () => {
      bookmark();
      if (api.manner.bookmarks)
        for (const watch of watches) if (isReached(watch)) write(watch, bookmarkOf(watch.asked));
    });
  }

  function bookmarkOf({ resource }: Asked, annotations?: object): object {
    const kind = [...served].find(({ plural }) => plural === resource);
    const metadata = { resourceVersion: String(store.revision()), ...(annotations && { annotations }) };
    return { type: "BOOKMARK", object: { apiVersion: "v1", kind: kind?.kind, metadata } };
  }

  function write(watch: Watch, event: object): void {
    if (watch.isMute || watch.response.writableEnded || watch.response.destroyed) return;
    lines += 1;
    watch.response.write(`${JSON.stringify(event)}\n`);
  }

  function send(watch: Watch, { type, resource, object }: Change): void {
    if (resource === watch.asked.resource && isReached(watch) && isRequested(object, watch.asked))
      write(watch, { type, object });
  }

  /** A watch from a version that is not reached yet says nothing (apiserver, cache_watcher.go, processInterval). */
  function isReached({ asked: { parameters } }: Watch): boolean {
    return store.revision() > Number(parameters.get("resourceVersion") ?? 0);
  }

  /** A list has to be as new as was asked for, streamed or not (apiserver, watch_cache.go, waitUntilFreshAndBlock). */
  function isTooNew({ parameters }: Asked): boolean {
    return Number(parameters.get("resourceVersion") ?? 0) > store.revision();
  }

  function refuseAhead(response: Http2ServerResponse): void {
    const details = { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }] };
    sendStatus(response, 504, "Timeout: Too large resource version", {}, { details });
  }

  function answer(request: Http2ServerRequest, response: Http2ServerResponse): void {
    response.setHeader("date", new Date(clock.now()).toUTCString());
    const one = parseRequest(request.url, request.headers.authorization, clock.elapsed());
    if (request.headers["user-agent"] !== "truth") asked.push(one);
    response.on("error", () => {});
    request.on("error", () => {});
    const said = api.fault(one);
    if (said === "silence") {
      silent.add(response);
      response.on("close", () => silent.delete(response));
    } else if (said !== undefined && "says" in said && said.after !== undefined)
      void said.after.then(() => sendScript(one, response, said));
    else if (said !== undefined && "says" in said) sendScript(one, response, said);
    else if (said !== undefined && "later" in said) void said.later.then(() => answerTruthfully(one, response));
    else if (said !== undefined) sendStatus(response, said.status, said.message ?? "for a test", said.headers);
    else if (api.manner.tokens?.has(one.token) === false) sendStatus(response, 401, "Unauthorized");
    else answerTruthfully(one, response);
  }

  function sendScript(
    one: Asked,
    response: Http2ServerResponse,
    { says, next }: Extract<Fault, { says: string }>,
  ): void {
    response.writeHead(200, { "content-type": "application/json" });
    lines += says.split("\n").length - 1;
    response.write(says);
    if (next === "end") response.end();
    else if (next === "cut") actSoon(() => breakOff(response), 3);
    else begin(one, response).isMute = true;
  }

  /** When what was written has left. */
  function actSoon(act: () => void, milliseconds: number): void {
    breaking += 1;
    setTimeout(() => {
      breaking -= 1;
      act();
    }, milliseconds);
  }

  function breakOff(response: Http2ServerResponse): void {
    if (response.stream === undefined) (response as unknown as { socket: Socket }).socket?.destroy();
    else response.stream.close(2);
  }

  function answerTruthfully(one: Asked, response: Http2ServerResponse): void {
    const kind = [...served].find(({ plural }) => plural === one.resource);
    if (kind === undefined) {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("404 page not found\n");
    } else if (one.isWatch) watch(one, response);
    else if (one.name !== undefined) object(one, response, one.name);
    else list(one, response, kind);
  }

  function object(one: Asked, response: Http2ServerResponse, name: string): void {
    const found = store.list(one.resource).find((each) => each.metadata.name === name);
    if (found !== undefined) sendJson(response, found);
    else sendStatus(response, 404, "not found", {}, { details: { name } });
  }

  function list(one: Asked, response: Http2ServerResponse, { kind }: Served): void {
    const { parameters } = one;
    const [revision, from] = (parameters.get("continue") ?? `${store.revision()}:0`).split(":").map(Number);
    if (revision === undefined || from === undefined || revision < store.compacted()) {
      sendStatus(response, 410, "the continue parameter is too old");
      return;
    }
    if (isTooNew(one)) {
      refuseAhead(response);
      return;
    }
    const all = listedAt(revision, one);
    const limit = Number(parameters.get("limit") ?? all.length);
    const rest = from + limit < all.length ? `${revision}:${from + limit}` : "";
    const metadata = { resourceVersion: String(revision), ...(rest !== "" && { continue: rest }) };
    sendJson(response, { kind: `${kind}List`, apiVersion: "v1", metadata, items: all.slice(from, from + limit) });
  }

  const kept = new Map<string, readonly Stored[]>();

  /** Pages of one list are of one moment. */
  function listedAt(revision: number, one: Asked): readonly Stored[] {
    const key = `${one.resource} ${revision}`;
    const known = kept.get(key) ?? store.list(one.resource);
    if (one.parameters.has("limit")) kept.set(key, known);
    if (kept.size > 8) kept.delete([...kept.keys()][0] ?? "");
    return known.filter((each) => isRequested(each, one));
  }

  function watch(one: Asked, response: Http2ServerResponse): void {
    const { parameters } = one;
    const isWhole = parameters.get("sendInitialEvents") === "true";
    const from = parameters.get("resourceVersion");
    if (isWhole && api.manner.initialEvents === "refused") {
      sendStatus(
        response,
        422,
        "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
      );
      return;
    }
    const isForgotten = from !== null && Number(from) < store.compacted();
    if (isForgotten && api.manner.expiry === "status") {
      sendStatus(response, 410, "too old resource version");
      return;
    }
    if (isWhole && isTooNew(one)) {
      refuseAhead(response);
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    // Without a body HTTP/1.1 would wait for one.
    if ("flushHeaders" in response) (response as unknown as OutgoingMessage).flushHeaders();
    const begun = begin(one, response);
    if (isForgotten) {
      write(begun, { type: "ERROR", object: statusOf(410, "too old resource version") });
      response.end();
      return;
    }
    if (from !== null) {
      for (const change of store.changes) if (change.revision > Number(from)) send(begun, change);
      return;
    }
    for (const each of store.list(one.resource)) {
      if (isRequested(each, one)) write(begun, { type: "ADDED", object: each });
    }
    if (isWhole && api.manner.initialEvents === "sent") {
      write(begun, bookmarkOf(one, { "k8s.io/initial-events-end": "true" }));
    }
  }

  function begin(one: Asked, response: Http2ServerResponse): Watch {
    const seconds = Number(one.parameters.get("timeoutSeconds") ?? 300);
    const forget = clock.after(seconds * 1000, () => {
      if (!begun.isMute) response.end();
    });
    const begun: Watch = { asked: one, response, forget, isMute: false };
    watches.add(begun);
    response.on("close", () => {
      forget();
      watches.delete(begun);
    });
    return begun;
  }

  async function up(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  }

  const api: ApiServer = {
    store,
    asked,
    forget: () => asked.splice(0),
    sockets,
    served,
    address: () => `https://127.0.0.1:${port}`,
    manner: { initialEvents: "sent", expiry: "event", bookmarks: true },
    fault: () => undefined,
    open: () => watches.size,
    silent: () => silent.size,
    lines: () => lines,
    cut(bytes = "") {
      for (const { response } of watches) if (bytes !== "") response.write(bytes);
      actSoon(() => {
        for (const socket of sockets) socket.destroy();
      }, 5);
    },
    breaks: () => breaking > 0,
    end(resource) {
      for (const each of watches) if (resource === undefined || each.asked.resource === resource) each.response.end();
    },
    mute(resource) {
      for (const each of watches) if (resource === undefined || each.asked.resource === resource) each.isMute = true;
    },
    goAway() {
      for (const session of sessions) session.goaway();
    },
    async down() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    up,
  };
  return api;
}

function sendJson(response: Http2ServerResponse, body: object, status = 200, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function sendStatus(response: Http2ServerResponse, code: number, message: string, headers = {}, more = {}): void {
  sendJson(response, { ...statusOf(code, message), ...more }, code, headers);
}

function statusOf(code: number, message: string): object {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code };
}

function parseRequest(url: string, authorization: string | undefined, at: number): Asked {
  const { pathname, searchParams: parameters } = new URL(url, "https://api");
  const [root = "", ...parts] = pathname.slice(1).split("/");
  const group = root === "api" ? "" : (parts.shift() ?? "");
  parts.shift();
  if (parts[0] === "namespaces" && parts.length > 2) parameters.set("namespace", parts.splice(0, 2)[1] ?? "");
  const [plural = "", name] = parts;
  return {
    resource: group === "" ? plural : `${plural}.${group}`,
    ...(name !== undefined && { name }),
    isWatch: parameters.get("watch") === "1",
    parameters,
    token: authorization?.replace("Bearer ", "") ?? "",
    at,
  };
}

function isRequested({ metadata, ...rest }: Stored, { parameters }: Asked): boolean {
  const namespace = parameters.get("namespace");
  if (namespace !== null && metadata.namespace !== namespace) return false;
  const [field, value] = (parameters.get("fieldSelector") ?? "").split("=");
  if (field === "metadata.name") return metadata.name === value;
  return field === "" || field === undefined || rest[field] === value;
}
