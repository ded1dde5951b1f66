import { z } from 'zod';

// Schemas compile themselves where that is allowed. The content security policy forbids it, and even an attempt would
// be reported as a violation. Import this before the contract, because its schemas try as soon as they are made.
z.config({ jitless: true });
