import { chromium } from '#engines/chromium.ts';
import { tryEngine } from '#engines/try-engine.ts';

tryEngine(chromium);
