-- Whoever asks for lines of an import names their owner: "Transaction_imported" finds them.
DROP INDEX CONCURRENTLY "Transaction_importId_idx";
