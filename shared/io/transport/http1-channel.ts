import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { BrokenConnection } from "../errors/connection-faults.ts";
import { floods } from "../errors/http2-flaws.ts";
import { unlessAborted } from "../socket/deadline.ts";
import type { IncomingResponse, OpenBody, OutgoingRequest, ServerChannel } from "./channel.ts";
import { limitConcurrency } from "./concurrency-limit.ts";
import { IdleLimit } from "./idle-limit.ts";
import { createBodyCollector, createTimedBodyCollector } from "./response-body.ts";
import { closedByUsText, endedWithoutResponseText } from "./response-flaws.ts";

/**
 * The most connections for requests. Over a single one, a slow response would delay all others and use up their time.
 * kubectl opens one for each parallel request.
 */
const maxConnections = 6;

/** The most interim responses to one request. The API server sends none, and a proxy one or two. */
const maxInterimResponses = 100;

/**
 * Opens a channel over kept HTTP/1.1 connections, with one request at a time over each. It begins with `first`, whose
 * handshake is done. `dial` opens others for parallel requests, or where the server has closed one. A stream has a
 * connection of its own.
 */
export function openHttp1Channel(first: Socket, authority: string, dial: () => Promise<Socket>): ServerChannel {
  return new Http1Channel(first, authority, dial);
}

class Http1Channel implements ServerChannel {
  readonly noticesSilence = false;
  readonly #authority: string;
  readonly #dial: () => Promise<Socket>;
  readonly #agent: Agent;
  readonly #limit = limitConcurrency(maxConnections);
  /** The first connection, until a request has used it. */
  #unusedSocket: Socket | undefined;
  readonly #streamSockets = new Set<Socket>();
  #requestsInProgress = 0;
  #isRetired = false;
  #isClosed = false;

  constructor(first: Socket, authority: string, dial: () => Promise<Socket>) {
    this.#unusedSocket = first;
    this.#authority = authority;
    this.#dial = dial;
    this.#agent = this.#createAgent();
  }

  usable(): boolean {
    return !this.#isRetired && !this.#isClosed;
  }

  get(outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    const request = withHost(outgoing, this.#authority);
    const response = this.#countInProgress(() => this.#limit(() => this.#getOverAgent(request, signal)));
    return unlessAborted(response, signal);
  }

  stream(outgoing: OutgoingRequest, openBody: OpenBody, signal: AbortSignal): Promise<IncomingResponse | undefined> {
    const request = withHost(outgoing, this.#authority);
    return this.#countInProgress(() => this.#streamOverOwnSocket(request, openBody, signal));
  }

  retire(): void {
    this.#isRetired = true;
    this.#unusedSocket?.destroy();
    for (const socket of Object.values(this.#agent.freeSockets).flat()) socket?.destroy();
  }

  isOver(): boolean {
    return this.#isClosed || (this.#isRetired && this.#requestsInProgress === 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#agent.destroy();
    this.#unusedSocket?.destroy();
    for (const socket of this.#streamSockets) socket.destroy();
  }

  /** An agent that begins with the first connection, and keeps connections until the channel retires. */
  #createAgent(): Agent {
    const agent = new Agent({ keepAlive: true });
    agent.createConnection = (_options, ready) => {
      const socket = this.#unusedSocket;
      this.#unusedSocket = undefined;
      if (socket !== undefined && !socket.destroyed) return socket;
      this.#dial().then(
        (dialled) => ready?.(null, dialled),
        (error: Error) => ready?.(error, undefined as never),
      );
      return undefined;
    };
    const keepSocketAlive = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => !this.#isRetired && keepSocketAlive(socket);
    return agent;
  }

  async #getOverAgent(outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    const openBody: OpenBody = (_status, _headers, end) => createTimedBodyCollector(outgoing, end);
    for (;;) {
      signal.throwIfAborted();
      if (this.#isClosed) throw new BrokenConnection(closedByUsText);
      const incoming = await sendRequest(this.#agent, outgoing, openBody, signal);
      if (incoming !== undefined) return incoming;
    }
  }

  async #streamOverOwnSocket(
    outgoing: OutgoingRequest,
    openBody: OpenBody,
    signal: AbortSignal,
  ): Promise<IncomingResponse | undefined> {
    const socket = await dialUnlessAborted(this.#dial, signal);
    this.#streamSockets.add(socket);
    try {
      if (this.#isClosed) throw new BrokenConnection(closedByUsText);
      return await sendRequest(agentOver(socket), outgoing, openBody, signal);
    } finally {
      this.#streamSockets.delete(socket);
      socket.destroy();
    }
  }

  /** Counts a request while it is in progress. */
  async #countInProgress<Result>(request: () => Promise<Result>): Promise<Result> {
    this.#requestsInProgress += 1;
    try {
      return await request();
    } finally {
      this.#requestsInProgress -= 1;
    }
  }
}

/** A connection that `dial` opens. One that comes after `signal` has fired is closed. */
async function dialUnlessAborted(dial: () => Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const dialling = dial();
  try {
    return await unlessAborted(dialling, signal);
  } catch (cause) {
    dialling.then(
      (socket) => socket.destroy(),
      () => {},
    );
    throw signal.aborted ? signal.reason : new BrokenConnection(endedWithoutResponseText, { cause });
  }
}

/** What a dry run sends beside headers. No other request has a body, or is not a GET. */
export interface DryRunPayload {
  readonly method: "PATCH" | "POST";
  readonly body: string;
}

/**
 * Sends a dry run over a connection that nothing else uses. The caller closes it.
 * @throws as `get` of a channel does.
 */
export async function sendOnce(
  socket: Socket,
  outgoing: OutgoingRequest,
  payload: DryRunPayload,
  signal: AbortSignal,
): Promise<IncomingResponse> {
  const response = await sendRequest(agentOver(socket), outgoing, () => createBodyCollector(outgoing), signal, payload);
  if (response === undefined) throw new BrokenConnection(endedWithoutResponseText);
  return response;
}

/**
 * Returns an agent for one request over `socket`. VS Code replaces `request` and ignores a `createConnection` that is no
 * agent's: the request would go to port 80 of this machine (@vscode/proxy-agent).
 */
function agentOver(socket: Socket): Agent {
  const agent = new Agent();
  agent.createConnection = () => socket;
  return agent;
}

/**
 * Sends one request, a GET without `payload`. Undefined where the server closed a kept connection, as it may at any
 * time: retry then.
 */
function sendRequest(
  agent: Agent,
  { path, headers }: OutgoingRequest,
  openBody: OpenBody,
  signal: AbortSignal,
  payload?: DryRunPayload,
): Promise<IncomingResponse | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, path, headers, signal, method: payload?.method ?? "GET" });
    let hasResponse = false;
    let interimResponses = 0;
    outgoing.on("information", () => {
      interimResponses += 1;
      if (interimResponses > maxInterimResponses) outgoing.destroy(new Error(floods.interim));
    });
    outgoing.on("error", (cause) => {
      if (signal.aborted) reject(signal.reason);
      // Once there is a response, its end resolves the promise.
      else if (hasResponse) return;
      else if (outgoing.reusedSocket && interimResponses === 0) resolve(undefined);
      else reject(new BrokenConnection(endedWithoutResponseText, { cause }));
    });
    outgoing.on("response", (response) => {
      hasResponse = true;
      receiveResponse(response, openBody, (incoming) => {
        if (signal.aborted) reject(signal.reason);
        else resolve(incoming);
      });
    });
    outgoing.end(payload?.body);
  });
}

/** Receives a response, and passes it to `take` once it has ended or broken off. */
function receiveResponse(
  response: IncomingMessage,
  openBody: OpenBody,
  take: (incoming: IncomingResponse) => void,
): void {
  const { statusCode: status = 0, headers } = response;
  const body = openBody(status, headers, (cause) => response.destroy(cause));
  const idleLimit = new IdleLimit();
  response.on("data", (chunk: Buffer) => {
    idleLimit.credit(chunk.length);
    if (!idleLimit.count()) response.destroy(new Error(floods.chunks));
    else if (!body.add(chunk)) response.destroy();
  });
  // An error without a listener would end the program. `complete` shows whether the response broke off.
  response.on("error", () => {});
  response.on("close", () => {
    const end = { isComplete: response.complete, cause: response.errored };
    take({ status, headers, ...body.finish(end) });
  });
}

function withHost(outgoing: OutgoingRequest, authority: string): OutgoingRequest {
  return { ...outgoing, headers: { host: authority, ...outgoing.headers } };
}
