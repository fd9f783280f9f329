import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { quietJson } from "../../shared/render/formats/json.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The most bytes of one message. A call of a tool has a few hundred. */
const maxMessageBytes = 256 * 1024;

/** The most characters that wait for the client before its next messages are read. */
const maxUnreadCharacters = 1024 * 1024;

/** The last bytes of a message that is too long, in which its id is looked for. */
const tailBytes = 128;

const newline = 0x0a;

/** The end of a message with its id: `…,"id":7}` or `…,"id":"call-7"}`. */
const idAtEnd = /"id":(\d{1,15}|"[^"\\]{1,64}")\s*\}\s*$/;

type TransportEnvironment = Pick<HostEnvironment, "stdin" | "print" | "taken">;

/**
 * Sends and receives one JSON-RPC message in each line of standard input and output (MCP, Transports, stdio). A line that is
 * too long is skipped and refused by its id, so that it takes no memory. While the client does not read, its messages wait.
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Resolves when the client has closed its end. */
  readonly ended: Promise<void>;
  readonly #environment: TransportEnvironment;
  readonly #end: () => void;
  #isClosed = false;
  /** The characters that were printed since the client last took everything. */
  #unreadCharacters = 0;

  constructor(environment: TransportEnvironment) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#environment = environment;
  }

  async start(): Promise<void> {
    void this.#readLines().then(this.#end, this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const line = `${quietJson(message)}\n`;
    this.#unreadCharacters += line.length;
    this.#environment.print(line);
    await this.#environment.taken();
    this.#unreadCharacters = 0;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    this.onclose?.();
  }

  async #readLines(): Promise<void> {
    const line = new LineBuffer();
    for await (const chunk of this.#environment.stdin) {
      if (this.#unreadCharacters > maxUnreadCharacters) await this.#environment.taken();
      if (this.#isClosed) return;
      let unreadBytes = Buffer.from(chunk);
      for (let end = unreadBytes.indexOf(newline); end >= 0; end = unreadBytes.indexOf(newline)) {
        line.append(unreadBytes.subarray(0, end));
        if (line.isTooLong) this.#refuse(line.text());
        else this.#receive(line.text());
        line.clear();
        unreadBytes = unreadBytes.subarray(end + 1);
      }
      line.append(unreadBytes);
    }
  }

  #receive(text: string): void {
    if (text.trim() === "") return;
    const message = parseMessage(text);
    if (message === undefined) this.onerror?.(new Error(ErrorCode[ErrorCode.ParseError]));
    else this.onmessage?.(message);
  }

  /** Responds to a message that was too long, if the id stands at its end. */
  #refuse(tail: string): void {
    const id = idAtEnd.exec(tail)?.[1];
    if (id === undefined) return;
    const error = {
      code: ErrorCode.InvalidRequest,
      message: `the message is longer than ${maxMessageBytes / 1024} KB`,
    };
    void this.send({ jsonrpc: "2.0", id: JSON.parse(id), error });
  }
}

/** The bytes of one line. Of a line that is too long only the last bytes are kept. */
class LineBuffer {
  #bytes = Buffer.alloc(0);
  #isTooLong = false;

  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  append(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (this.#bytes.length > maxMessageBytes) this.#isTooLong = true;
    if (this.#isTooLong) this.#bytes = this.#bytes.subarray(-tailBytes);
  }

  text(): string {
    return this.#bytes.toString();
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0);
    this.#isTooLong = false;
  }
}

function parseMessage(text: string): JSONRPCMessage | undefined {
  try {
    return JSONRPCMessageSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
