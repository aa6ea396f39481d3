import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Interruption } from '../../cli/output/interruption.ts';
import { ProgressLine } from '../../cli/output/progress-line.ts';
import { table } from '../../cli/output/report-text.ts';

describe('a progress line', () => {
  function line(isTTY: boolean, columns = 20) {
    let written = '';
    let now = 0;
    const output = { isTTY, columns, write: (text: string) => (written += text) };
    const progress = new ProgressLine(output, () => now);
    return { progress, wait: (ms: number) => (now += ms), written: () => written };
  }

  it('is on a terminal and nowhere else', () => {
    const { progress, written } = line(false);
    progress.show('1 of 3');
    progress.clear();
    expect(written()).toBe('');
  });

  it('makes room for a line that stays, and says neither elsewhere', () => {
    const { progress, written } = line(true);
    progress.show('1 of 3');
    progress.say('at least 3 requests\u001b[2J');
    expect(written()).toBe('\r\u001b[2K1 of 3\r\u001b[2Kat least 3 requests\\u001b[2J\n');
    const elsewhere = line(false);
    elsewhere.progress.say('at least 3 requests');
    expect(elsewhere.written()).toBe('');
  });

  it('takes the place of the last one, ten times a second at most, and leaves nothing', () => {
    const { progress, wait, written } = line(true);
    progress.show('1 of 3');
    progress.show('2 of 3');
    wait(100);
    progress.show('3 of 3');
    progress.clear();
    progress.clear();
    expect(written()).toBe('\r\u001b[2K1 of 3\r\u001b[2K3 of 3\r\u001b[2K');
  });

  it('never breaks its line, nor moves the cursor by what it is given', () => {
    const { progress, written } = line(true, 10);
    progress.show('日本日本日本\u001b[2J');
    expect(written()).toBe('\r\u001b[2K日本日本');
  });
});

describe('a table', () => {
  it('is aligned by what a terminal shows, and obeys nothing in its cells', () => {
    const text = table(
      ['A', 'B'],
      [
        ['日本', 'x'],
        ['plain', 'a\u001b[2Jb\n'],
      ],
    );
    expect(text).toBe('A      B\n日本   x\nplain  a\\u001b[2Jb\\u000a');
  });
});

describe('an interruption', () => {
  it('aborts at the first signal, and leaves a second one to the process', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const source = new EventEmitter();
    let told = 0;
    using interruption = new Interruption(source, () => (told += 1));
    const listeners = () =>
      ['SIGINT', 'SIGTERM', 'SIGHUP'].map((each) => source.listenerCount(each));
    expect(interruption.signal.aborted).toBe(false);
    source.emit('SIGINT');
    expect(interruption.signal.aborted).toBe(true);
    vi.advanceTimersByTime(100);
    source.emit('SIGINT'); // the same Ctrl-C, passed on by npm
    expect(listeners()).toEqual([1, 1, 1]);
    expect(told).toBe(1);
    vi.advanceTimersByTime(200);
    expect(listeners()).toEqual([0, 0, 0]);
  });

  it('listens no longer than the command runs', () => {
    const source = new EventEmitter();
    {
      using _ = new Interruption(source, () => undefined);
      expect(source.listenerCount('SIGINT')).toBe(1);
      source.emit('SIGINT');
      expect(source.listenerCount('SIGINT')).toBe(1);
    }
    expect(source.listenerCount('SIGINT')).toBe(0);
  });
});
