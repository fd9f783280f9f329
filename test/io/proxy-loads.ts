import { registerHooks } from "node:module";

// A program of its own: tries to reach a server through the proxy that the argument names, if any, and prints which files
// of the way through a proxy that has loaded. (Of `socks` only the package counts.)

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    const name =
      /\/(?:node_modules\/(socks)\/|((?:dial-through-proxy|connect-tunnel|socks-tunnel|proxy-errors)\.ts)$)/.exec(url);
    if (name !== null) loaded.add(name[1] ?? name[2] ?? "");
    return next(url, context);
  },
});

const { connectTo } = await import("../../shared/io/reader/connect-cluster.ts");
const [, , proxyUrl] = process.argv;
const cluster = {
  name: "c",
  file: "config",
  insecureSkipTlsVerify: true,
  disableCompression: false,
  ...(proxyUrl !== undefined && { proxyUrl }),
};
const choice = {
  contextName: "x",
  server: "https://127.0.0.1:1",
  cluster,
  user: { name: "u", file: "config", token: "t" },
};
const connection = await connectTo(choice, { userAgent: "test" });
await connection.get("/").catch(() => {});
console.log(JSON.stringify([...loaded].sort()));
