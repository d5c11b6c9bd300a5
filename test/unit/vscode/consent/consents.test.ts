import assert from 'node:assert/strict';
import { consentScopes, Consents } from '../../../../src/vscode/consent/consents.ts';
import { namedTool } from '../../../fakes/namedTool.ts';
import { covers, KeptConsents } from '../../../fakes/keptConsents.ts';

const write = namedTool('files.write');
const drop = namedTool('db.drop', { destructiveHint: true });
const chat = { chat: 'chat:1' };
const file = { file: 'file:///w/.code-mode/a.ts' };

describe('consents', () => {
  let kept: KeptConsents;
  let consents: Consents;

  beforeEach(() => {
    kept = new KeptConsents();
    consents = new Consents(kept);
  });

  it('cover nothing that was not allowed', () => assert.ok(!covers(consents, write, chat)));

  it('to a tool cover no other tool of its server', async () => {
    await consents.grant([write], 'always', chat);
    assert.deepEqual(
      [covers(consents, write, chat), covers(consents, namedTool('files.move'), chat)],
      [true, false],
    );
  });

  it('cover no tool of the same name of a server that another file defines', async () => {
    await consents.grant([write], 'always', chat);
    assert.ok(!covers(consents, namedTool('files.write', {}, { origin: '/other/.vscode/mcp.json' }), chat));
  });

  it('in a chat do not reach another one, nor a run that is in none', async () => {
    await consents.grant([write], 'chat', chat);
    assert.deepEqual(
      [chat, { chat: 'chat:2' }, { chat: undefined }, file].map((place) => covers(consents, write, place)),
      [true, false, false, false],
    );
  });

  it('in a chat allow nothing where the chat is not known', async () => {
    await consents.grant([write], 'chat', { chat: undefined });
    assert.deepEqual(consents.all(), []);
  });

  it('for a file do not reach another one', async () => {
    await consents.grant([write], 'file', file);
    assert.deepEqual(
      [file, { file: 'file:///w/.code-mode/b.ts' }, chat].map((place) => covers(consents, write, place)),
      [true, false, false],
    );
  });

  it('reach as far as they were given after the window was closed', async () => {
    for (const scope of consentScopes)
      await consents.grant([namedTool(`files.${scope}`)], scope, { ...chat, ...file });
    const covered = (reopened: Consents) =>
      consentScopes.filter((scope) => covers(reopened, namedTool(`files.${scope}`), { ...chat, ...file }));
    assert.deepEqual(covered(consents), [...consentScopes]);
    assert.deepEqual(covered(new Consents(kept)), ['file', 'workspace', 'always']);
    const elsewhere = new KeptConsents();
    elsewhere.always.value = kept.always.value;
    assert.deepEqual(covered(new Consents(elsewhere)), ['always']);
  });

  it('to a tool that destroys cover it', async () => {
    await consents.grant([drop], 'window', chat);
    assert.ok(covers(consents, drop, chat));
  });

  it('end when the tool becomes one that destroys', async () => {
    await consents.grant([namedTool('db.drop')], 'always', chat);
    assert.deepEqual(
      [covers(consents, namedTool('db.drop'), chat), covers(consents, drop, chat), consents.of(drop)],
      [true, false, []],
    );
  });

  it('are renewed when the tool is allowed as one that destroys', async () => {
    await consents.grant([namedTool('db.drop')], 'always', chat);
    await consents.grant([drop], 'always', chat);
    assert.deepEqual([covers(consents, drop, chat), consents.all().length], [true, 1]);
  });

  it('are revoked one by one, and heard of', async () => {
    await consents.grant([write, drop], 'workspace', chat);
    let changes = 0;
    consents.onDidChange(() => changes++);
    await consents.revoke(consents.of(write));
    assert.deepEqual(
      [covers(consents, write, chat), covers(consents, drop, chat), changes],
      [false, true, 1],
    );
  });

  it('for a file end with it, those for others not', async () => {
    const other = { file: 'file:///w/.code-mode/a.ts2.ts' };
    for (const place of [file, other]) await consents.grant([write], 'file', place);
    await consents.grant([drop], 'workspace', file);
    await consents.forgetFiles([file.file, 'file:///w/none.ts']);
    assert.deepEqual(
      [file, other].map((place) => covers(consents, write, place)),
      [false, true],
    );
    assert.ok(covers(consents, drop, file));
  });

  it('for a file end with its folder', async () => {
    const beside = { file: 'file:///w/.code-mode2/a.ts' };
    for (const place of [file, beside]) await consents.grant([write], 'file', place);
    await consents.forgetFiles(['file:///w/.code-mode']);
    assert.deepEqual(
      [file, beside].map((place) => covers(consents, write, place)),
      [false, true],
    );
  });

  it('are revoked all at once', async () => {
    for (const scope of consentScopes) await consents.grant([write], scope, { ...chat, ...file });
    await consents.revoke(consents.all());
    assert.deepEqual(new Consents(kept).all(), []);
    assert.deepEqual(consents.all(), []);
  });

  it('are read once for all tools of a script', async () => {
    const tools = Array.from({ length: 400 }, (_, index) => namedTool(`files.write${index}`));
    await consents.grant(tools, 'always', chat);
    kept.always.reads = 0;
    assert.deepEqual(consents.notCovered([...tools, write, drop], chat), [write, drop]);
    assert.equal(kept.always.reads, 1);
  });

  describe('that were kept', () => {
    const right = {
      scope: 'workspace',
      server: 'files',
      origin: '/w/.vscode/mcp.json',
      tool: 'write',
      path: 'tools.files.write',
      destroys: false,
    };
    const read = (value: unknown) => {
      kept.workspace.value = value;
      return covers(new Consents(kept), write, { ...chat, ...file });
    };

    it('count', () => assert.ok(read([right])));

    const wrong: Readonly<Record<string, unknown>> = {
      'are no list': right,
      'are no objects': ['always', null, 1],
      'lack a field': [{ ...right, origin: undefined }],
      'have a field of another type': [{ ...right, destroys: 'no' }],
      'have no scope that is known': [{ ...right, scope: 'everywhere' }],
      'claim to reach further than their list': [{ ...right, scope: 'always' }],
      'would end with the window': [{ ...right, scope: 'window' }],
      'are bound to nothing': [{ ...right, scope: 'file' }],
    };
    for (const [what, value] of Object.entries(wrong))
      it(`count for nothing if they ${what}`, () => assert.ok(!read(value)));

    it('leave those beside them that are right', () => assert.ok(read([null, { ...right, tool: 1 }, right])));
  });
});
