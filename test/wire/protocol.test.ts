import { describeWays } from "./compare.ts";

describeWays("the protocol is the one that kubectl and the server settle on", [
  { way: "HTTP/2 where the server has it" },
  { way: "HTTP/1.1 where it has not", cluster: { server: "https://127.0.0.1:{old}" } },
  {
    way: "DISABLE_HTTP2",
    env: { DISABLE_HTTP2: "1" },
    unlike: {
      because: "a way out of client-go (apimachinery, util/net/http.go) that kubectl's documents do not name",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-token"],
    },
  },
]);
