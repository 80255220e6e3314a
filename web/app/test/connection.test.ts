// A move arrives exactly once, whatever becomes of the network, the page or the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../src/live/connection.ts";
import type { Request } from "../src/live/messages.ts";
import { FakeWorld, Listener } from "./world.ts";

const MOVE: Request = { type: "move", branch: 0, ply: 3, move: "c3" };
const ACK = { type: "ack", key: "key 1", v: 8, repeat: false };

function opened(world = new FakeWorld(), listener = new Listener()) {
  const connection = new Connection("abc", world, listener);
  connection.open();
  return { world, listener, connection };
}

function live() {
  const parts = opened();
  parts.world.greet();
  return parts;
}

test("hello comes first and says what is known", () => {
  const listener = new Listener();
  listener.v = 7;
  const { world } = opened(new FakeWorld(), listener);
  assert.deepEqual(world.socket.sent, []);
  world.socket.accept();
  assert.deepEqual(world.socket.sent, [{ type: "hello", proto: 1, seen: 7 }]);
});

test("whoever asks for the whole game says that nothing is known, once", () => {
  const { world, listener, connection } = live();
  listener.v = 7;
  connection.open(true);
  world.greet();
  assert.equal(world.socket.of("hello")[0]?.seen, 0);
  connection.open();
  world.greet();
  assert.equal(world.socket.of("hello")[0]?.seen, 7);
});

test("presence ends the replay: then the way is there", () => {
  const { world, listener } = opened();
  world.socket.accept();
  assert.equal(listener.standing.live, false);
  world.greet();
  assert.deepEqual(listener.standing, { live: true, late: false, ended: null });
});

test("pings go out every 2.5 s, and answers keep the socket", () => {
  const { world, listener } = live();
  world.pass(60_000, true);
  assert.equal(world.socket.of("ping").length, 24);
  assert.equal(world.sockets.length, 1);
  assert.equal(listener.standing.live, true);
});

test("a server that is silent for 9 s is given up", () => {
  const { world, listener } = live();
  world.pass(8900);
  assert.equal(world.socket.closed, false);
  world.pass(200);
  assert.equal(world.sockets[0]?.closed, true);
  assert.equal(listener.standing.live, false);
  world.pass(500);
  assert.equal(world.sockets.length, 2);
});

test("a socket that never opens is given up too", () => {
  const { world } = opened();
  world.pass(9600);
  assert.equal(world.sockets.length, 2);
});

test("waiting grows from 0.5 to 8 s, and begins anew after success", () => {
  const { world } = opened();
  const waits: number[] = [];
  const lose = () => {
    const count = world.sockets.length;
    world.socket.drop(1006);
    const since = world.time;
    while (world.sockets.length === count) world.pass(10);
    return world.time - since;
  };
  for (let k = 0; k < 9; k += 1) waits.push(lose());
  // As seen every 10 ms.
  assert.deepEqual(waits, [500, 750, 1130, 1690, 2540, 3800, 5700, 8000, 8000]);
  world.greet();
  assert.equal(lose(), 500);
  world.chance = 1; // jitter makes it shorter, never longer
  assert.equal(lose(), 530);
});

test("the banner comes after 2 s without a way, and goes with the way back", () => {
  const { world, listener } = live();
  world.socket.drop(1006);
  world.pass(1900);
  assert.equal(listener.standing.late, false);
  world.pass(200);
  assert.equal(listener.standing.late, true);
  world.pass(5000);
  world.greet();
  assert.deepEqual(listener.standing, { live: true, late: false, ended: null });
});

test("a blink is not told about", () => {
  const { world, listener } = live();
  world.socket.drop(1006);
  world.pass(600);
  world.greet();
  world.pass(5000, true);
  assert.equal(listener.standing.late, false);
});

test("being online or looked at again ends the waiting", () => {
  const { world, connection } = live();
  for (let k = 0; k < 6; k += 1) {
    world.socket.drop(1006);
    world.pass(8000);
  }
  world.socket.drop(1006);
  const count = world.sockets.length;
  connection.wake();
  assert.equal(world.sockets.length, count + 1);
});

test("a machine that says it is offline is believed, and tried all the same", () => {
  const { world, listener, connection } = live();
  connection.doubt();
  world.pass(600);
  assert.equal(world.sockets.length, 2);
  world.pass(1500);
  assert.equal(listener.standing.late, true);
});

test("after sleep a socket is tried, and given up if nobody answers", () => {
  const { world, connection } = live();
  connection.wake();
  assert.equal(world.socket.of("ping").length, 1);
  world.pong();
  world.pass(2600, true);
  assert.equal(world.sockets.length, 1);
  connection.wake();
  world.pass(3100);
  assert.equal(world.sockets.length, 2);
});

test("after sleep any word from the server will do, even while a ping is under way", () => {
  const { world, connection } = live();
  world.pass(100);
  connection.wake();
  world.pong();
  world.pass(2450); // the usual ping has gone out just now, and its answer takes a while
  assert.equal(world.socket.of("ping").length, 2);
  world.pass(200);
  assert.equal(world.socket.closed, false);
});

test("a restart is waited for as long as the server says", () => {
  const { world } = live();
  world.socket.tell({ type: "restart", retry_ms: 1500 });
  world.socket.drop(1012);
  world.pass(1400);
  assert.equal(world.sockets.length, 1);
  world.pass(200);
  assert.equal(world.sockets.length, 2);
});

for (const code of [4401, 4403, 4404])
  test(`close code ${code} is final`, () => {
    const { world, listener, connection } = live();
    world.socket.drop(code);
    world.pass(60_000);
    connection.wake();
    assert.equal(world.sockets.length, 1);
    assert.deepEqual(listener.standing, { live: false, late: false, ended: code });
  });

test("too many sockets: a longer wait", () => {
  const { world } = live();
  world.socket.drop(4429);
  world.pass(13_000);
  assert.equal(world.sockets.length, 1);
  world.pass(8000);
  assert.equal(world.sockets.length, 2);
});

// --- Messages that are kept until they are answered ----------------------------------------------------

test("a move is saved when the server says so, and not before", () => {
  const { world, listener, connection } = live();
  assert.equal(connection.send(MOVE), "key 1");
  assert.deepEqual(world.socket.of("move"), [{ ...MOVE, key: "key 1" }]);
  assert.deepEqual(listener.saves, []);
  assert.equal(world.kept.size, 1);
  world.socket.tell(ACK);
  assert.deepEqual(listener.saves, [{ ...MOVE, key: "key 1" }]);
  assert.equal(world.kept.size, 0);
  world.pass(10_000, true);
  assert.equal(world.socket.of("move").length, 1);
});

test("without an answer it is sent again after 2.5 s, with the same key", () => {
  const { world, listener, connection } = live();
  connection.send(MOVE);
  world.pass(2400, true);
  assert.equal(world.socket.of("move").length, 1);
  world.pass(200, true);
  assert.deepEqual(
    world.socket.of("move").map((message) => message.key),
    ["key 1", "key 1"],
  );
  world.socket.tell(ACK);
  world.socket.tell({ ...ACK, repeat: true });
  assert.equal(listener.saves.length, 1);
});

test("what is sent without a way goes out after the next hello, in order", () => {
  const { world, connection } = live();
  world.socket.drop(1006);
  connection.send(MOVE);
  connection.send({ type: "say", text: "hello" });
  world.pass(600);
  world.socket.accept();
  assert.deepEqual(
    world.socket.sent.map((message) => message.type),
    ["hello", "move", "say"],
  );
});

test("a move outlives a reload, and is done once", () => {
  const { world, connection } = live();
  connection.send(MOVE);
  connection.close();
  const listener = new Listener();
  const again = new Connection("abc", world, listener);
  assert.deepEqual(again.waiting, [{ ...MOVE, key: "key 1" }]);
  again.open();
  world.greet();
  assert.deepEqual(world.socket.of("move"), [{ ...MOVE, key: "key 1" }]);
  world.socket.tell({ ...ACK, repeat: true });
  assert.equal(listener.saves.length, 1);
  assert.deepEqual(again.waiting, []);
});

test("another game's messages are another game's", () => {
  const { world, connection } = live();
  connection.send(MOVE);
  assert.deepEqual(new Connection("xyz", world, new Listener()).waiting, []);
});

test("storage with nonsense in it is not believed", () => {
  const world = new FakeWorld();
  for (const text of ["{", "7", '["x", null, {"type": "move"}]']) {
    world.kept.set("pending:abc", text);
    assert.deepEqual(new Connection("abc", world, new Listener()).waiting, []);
  }
});

test("a refused move is told with its reason, and not sent again", () => {
  const { world, listener, connection } = live();
  connection.send(MOVE);
  const why = { code: "illegal", text: "c3: 1 enemy", section: "PLACEMENT RULE", cells: ["c4"] };
  world.socket.tell({ type: "refused", key: "key 1", v: 7, ...why });
  assert.deepEqual(listener.refusals, [[{ ...MOVE, key: "key 1" }, why]]);
  world.pass(10_000, true);
  assert.equal(world.socket.of("move").length, 1);
  assert.equal(world.kept.size, 0);
});

test("a message for which the server hangs up is given up", () => {
  const { world, listener, connection } = live();
  connection.send({ type: "say", text: "x".repeat(9000) });
  world.socket.drop(4413);
  assert.equal(listener.refusals.length, 1);
  world.pass(600);
  world.greet();
  assert.deepEqual(world.socket.of("say"), []);
});

test("what an old socket still says is not heard", () => {
  const { world, listener, connection } = live();
  const [old] = world.sockets;
  connection.open();
  old?.tell({ type: "event", v: 1, event: "said" });
  assert.deepEqual(
    listener.messages.map((message) => message.type),
    ["presence"],
  );
});
