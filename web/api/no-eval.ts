import { z } from 'zod';

// Schemas try to compile themselves. The content security policy forbids it, and even an attempt would be reported as a
// violation. Import this before the contract, because its schemas try as soon as they are created.
z.config({ jitless: true });
