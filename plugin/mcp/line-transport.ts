import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { quietJson } from "../../shared/render/formats/json.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The most bytes of one message. A call of a tool has a few hundred. */
const maxMessageBytes = 256 * 1024;

/** The most bytes that wait for the client, before its next messages are read. */
const maxUnreadCharacters = 1024 * 1024;

/** The bytes at the end of a message that is too long, in which its id is looked for. */
const tailBytes = 128;

/** A transport that also says when the client has closed its end. */
export interface LineTransport extends Transport {
  readonly ended: Promise<void>;
}

/**
 * One JSON-RPC message in each line of standard input and output (MCP, Transports, stdio). A line that is too long is
 * skipped and refused by its id, so that it takes no memory. Where the client does not read, nothing more of it is read.
 */
export function createLineTransport(environment: Pick<HostEnvironment, "stdin" | "print" | "taken">): LineTransport {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isClosed = false;
  let unread = 0;

  const transport: LineTransport = {
    ended,
    async start() {
      void read().then(end, end);
    },
    async send(message) {
      const line = `${quietJson(message)}\n`;
      unread += line.length;
      environment.print(line);
      await environment.taken();
      unread = 0;
    },
    async close() {
      isClosed = true;
      end();
      transport.onclose?.();
    },
  };

  async function read(): Promise<void> {
    let line = Buffer.alloc(0);
    let dropped = 0;
    for await (const chunk of environment.stdin) {
      if (unread > maxUnreadCharacters) await environment.taken();
      if (isClosed) return;
      let rest = Buffer.from(chunk);
      for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline)) {
        grow(rest.subarray(0, at));
        if (dropped > 0) refuse(line);
        else take(line.toString());
        line = Buffer.alloc(0);
        dropped = 0;
        rest = rest.subarray(at + 1);
      }
      grow(rest);
    }

    function grow(piece: Buffer): void {
      line = Buffer.concat([line, piece]);
      if (dropped === 0 && line.length <= maxMessageBytes) return;
      dropped += line.length;
      line = line.subarray(-tailBytes);
    }
  }

  function take(text: string): void {
    if (text.trim() === "") return;
    const message = messageIn(text);
    if (message === undefined) transport.onerror?.(new Error(ErrorCode[ErrorCode.ParseError]));
    else transport.onmessage?.(message);
  }

  /** Answers a message that was too long, where its end has the id. */
  function refuse(tail: Buffer): void {
    const [, id] = /"id":(\d{1,15}|"[^"\\]{1,64}")\s*\}\s*$/.exec(tail.toString()) ?? [];
    if (id === undefined) return;
    const error = {
      code: ErrorCode.InvalidRequest,
      message: `the message is longer than ${maxMessageBytes / 1024} KB`,
    };
    void transport.send({ jsonrpc: "2.0", id: JSON.parse(id), error });
  }

  return transport;
}

const newline = 0x0a;

function messageIn(text: string): JSONRPCMessage | undefined {
  try {
    return JSONRPCMessageSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
