/** Targets whose protocols come from the libraries that an Uptime Kuma has for its own checks. */
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { HOST, listening, type Target, tcp, udp } from './target-servers.ts';

// biome-ignore lint/suspicious/noExplicitAny: libraries of the instance, which have no types here.
type Library = any;

/** Starts the servers of those libraries. @param kuma Folder of an Uptime Kuma. */
export async function startLibraryTargets(kuma: string) {
  const load = (name: string): Library => createRequire(join(kuma, 'package.json'))(name);
  const { Aedes } = load('aedes');
  const broker: Library = Aedes.createBroker === undefined ? new Aedes() : await Aedes.createBroker();
  broker.on('subscribe', () =>
    broker.publish({ topic: 'alvo', payload: Buffer.from('{"ok":true}'), qos: 0 }),
  );
  const mqtt = await listening(createServer(broker.handle), new Set());

  const mysqlServer: Library = load('mysql2').createServer();
  /** A new exchange begins after it. */
  const accept = (connection: Library): void => {
    connection.writeOk();
    connection._resetSequenceId();
  };
  mysqlServer.on('connection', (connection: Library) => {
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.0',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xff_f7_ff,
      authCallback: (_: unknown, done: (error: null) => void) => {
        done(null);
        connection._resetSequenceId();
      },
    });
    connection.on('query', () => accept(connection));
    connection.on('error', () => undefined);
  });
  const mysql = await listening(mysqlServer._server, new Set());

  const { BSON } = load('mongodb');
  const mongodb = await tcp(
    () => undefined,
    (message, socket) => {
      const isOld = message.readInt32LE(12) === 2004;
      const hello = {
        ok: 1,
        ismaster: true,
        isWritablePrimary: true,
        helloOk: true,
        maxWireVersion: 21,
        minWireVersion: 0,
      };
      const body = Buffer.from(
        BSON.serialize({
          ...hello,
          maxBsonObjectSize: 2 ** 24,
          maxMessageSizeBytes: 48_000_000,
          maxWriteBatchSize: 100_000,
        }),
      );
      const one = Buffer.from([1, 0, 0, 0]);
      const rest = Buffer.concat(isOld ? [Buffer.alloc(16), one, body] : [Buffer.alloc(5), body]);
      const head = Buffer.alloc(16);
      head.writeInt32LE(head.length + rest.length, 0);
      head.writeInt32LE(message.readInt32LE(4), 8);
      head.writeInt32LE(isOld ? 1 : 2013, 12);
      socket.write(Buffer.concat([head, rest]));
    },
  );

  const radiusLibrary = load('radius');
  const radius = await udp((message) =>
    radiusLibrary.encode_response({
      packet: radiusLibrary.decode({ packet: message, secret: 'segredo' }),
      code: 'Access-Accept',
      secret: 'segredo',
    }),
  );

  const snmpLibrary = load('net-snmp');
  const { port: snmpPort, close: freeSnmp } = await udp(() => null);
  freeSnmp();
  const agent: Library = snmpLibrary.createAgent(
    { port: snmpPort, address: HOST, disableAuthorization: true },
    () => undefined,
  );
  agent.getMib().registerProvider({
    name: 'alvo',
    type: snmpLibrary.MibProviderType.Scalar,
    oid: '1.3.6.1.2.1.1.3',
    scalarType: snmpLibrary.ObjectType.Integer,
    maxAccess: snmpLibrary.MaxAccess['read-only'],
  });
  agent.getMib().setScalarValue('alvo', 7);

  const grpcLibrary = load('@grpc/grpc-js');
  const grpcServer: Library = new grpcLibrary.Server();
  const plain = (value: Buffer): Buffer => value;
  grpcServer.addService(
    {
      Check: {
        path: '/alvo.Health/Check',
        requestStream: false,
        responseStream: false,
        requestSerialize: plain,
        requestDeserialize: plain,
        responseSerialize: plain,
        responseDeserialize: plain,
      },
    },
    // Field 1 of type text: "SERVING".
    {
      Check: (_: unknown, answer: (error: null, value: Buffer) => void) =>
        answer(null, Buffer.from('\n\u0007SERVING')),
    },
  );
  const grpcPort = await new Promise<number>((resolve, reject) =>
    grpcServer.bindAsync(
      `${HOST}:0`,
      grpcLibrary.ServerCredentials.createInsecure(),
      (error: Error | null, port: number) => (error === null ? resolve(port) : reject(error)),
    ),
  );
  grpcServer.start();
  const closeBroker = (): void => {
    mqtt.close();
    broker.close();
  };
  return {
    mqtt: { ...mqtt, close: closeBroker },
    mysql,
    mongodb,
    radius,
    snmp: { port: snmpPort, close: () => agent.close() },
    grpc: { port: grpcPort, close: () => grpcServer.forceShutdown() },
  } satisfies Record<string, Target>;
}
