import { expect, test } from "vitest";
import { encodeTunnelRequest } from "../../../shared/io/proxy/socks-messages.ts";

const requests: readonly (readonly [host: string, address: string])[] = [
  ["127.0.0.1", "01 7f000001"],
  ["api.example", "03 0b 6170692e6578616d706c65"],
  ["münchen.example", "03 10 6dc3bc6e6368656e2e6578616d706c65"],
  ["::", "04 00000000000000000000000000000000"],
  ["::1", "04 00000000000000000000000000000001"],
  ["2001:db8::", "04 20010db8000000000000000000000000"],
  ["2001:DB8:0:0:1::7", "04 20010db8000000000001000000000007"],
  ["1:2:3:4:5:6:7:8", "04 00010002000300040005000600070008"],
  ["::ffff:192.0.2.1", "04 00000000000000000000ffffc0000201"],
  ["fe80::1%eth0", "04 fe800000000000000000000000000001"],
];

test.for(requests)("SOCKS5 carries the server %s as RFC 1928 writes its address", ([host, address]) => {
  const request = encodeTunnelRequest({ host, port: 6443 });
  expect(request?.toString("hex")).toBe(`050100${address.replaceAll(" ", "")}192b`);
});

test("SOCKS5 cannot carry a name above 255 bytes", () => {
  expect(encodeTunnelRequest({ host: "x".repeat(256), port: 1 })).toBeUndefined();
});
