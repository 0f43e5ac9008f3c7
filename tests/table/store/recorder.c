/* Writes down what a process does to the files of one folder, in the order in which it does it.

   LD_PRELOAD=recorder.so RECORDED_FOLDER=/there RECORDED_TO=/elsewhere/log program

   An entry is a header (kind, number of the file, offset, sizes of what follows), one or two names or the bytes
   that were written. One lock holds each call and its entry together: what is written before a flush began stands
   before that flush, and nothing that came later does. disk_images.py reads it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define MOST 4096

struct __attribute__((packed)) entry { uint8_t kind; int32_t file; int64_t at; uint32_t first, second; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char watched[MOST]; /* files by descriptor */
static const char *folder;
static int out = -1;

__attribute__((constructor)) static void begin(void) {
    folder = getenv("RECORDED_FOLDER");
    const char *log = getenv("RECORDED_TO");
    if (folder && log) out = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int inside(const char *path) {
    return out >= 0 && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_watched(int file) { return out >= 0 && file >= 0 && file < MOST && watched[file]; }

static void put(const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t done = REAL(write)(out, at, size);
        if (done <= 0) abort(); /* half a record would be taken for a whole one */
        at += done;
        size -= done;
    }
}

static void note(char kind, int file, int64_t at, const void *first, size_t size, const char *second) {
    struct entry entry = {kind, file, at, size, second ? strlen(second) : 0};
    put(&entry, sizeof entry);
    put(first, size);
    put(second, entry.second);
}

static int opened(int (*really)(const char *, int, ...), const char *path, int flags, int mode) {
    if (!inside(path)) return really(path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat before;
    int was_there = stat(path, &before) == 0;
    int file = really(path, flags, mode);
    if (file >= MOST) abort();
    if (file >= 0) {
        watched[file] = 1;
        note(was_there ? 'O' : 'N', file, 0, path, strlen(path), NULL);
        if (was_there && flags & O_TRUNC) note('T', file, 0, NULL, 0, NULL);
    }
    pthread_mutex_unlock(&lock);
    return file;
}

#define OPEN(name)                                                       \
    int name(const char *path, int flags, ...) {                         \
        va_list more;                                                    \
        va_start(more, flags);                                           \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0; \
        va_end(more);                                                    \
        return opened(REAL(name), path, flags, mode);                    \
    }
OPEN(open)
OPEN(open64)
int __open_2(const char *path, int flags) { return opened(REAL(open), path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(REAL(open64), path, flags, 0); }

/* A call whose entry is written once it has been done. */
#define DONE(type, really, when, ...)     \
    pthread_mutex_lock(&lock);            \
    type result = really;                 \
    if (when) note(__VA_ARGS__);          \
    pthread_mutex_unlock(&lock);          \
    return result

int close(int file) {
    if (!is_watched(file)) return REAL(close)(file);
    watched[file] = 0;
    DONE(int, REAL(close)(file), 1, 'C', file, 0, NULL, 0, NULL);
}

#define PWRITE(name, offset)                                                   \
    ssize_t name(int file, const void *bytes, size_t size, offset at) {        \
        if (!is_watched(file)) return REAL(name)(file, bytes, size, at);       \
        DONE(ssize_t, REAL(name)(file, bytes, size, at), result > 0, 'W', file, at, bytes, result, NULL); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t size) {
    if (!is_watched(file)) return REAL(write)(file, bytes, size);
    DONE(ssize_t, REAL(write)(file, bytes, size), result > 0,
         'W', file, lseek(file, 0, SEEK_CUR) - result, bytes, result, NULL);
}

#define TRUNCATE(name, offset)                                  \
    int name(int file, offset size) {                           \
        if (!is_watched(file)) return REAL(name)(file, size);   \
        DONE(int, REAL(name)(file, size), result == 0, 'T', file, size, NULL, 0, NULL); \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define FLUSH(name)                                             \
    int name(int file) {                                        \
        if (!is_watched(file)) return REAL(name)(file);         \
        DONE(int, REAL(name)(file), result == 0, 'S', file, 0, NULL, 0, NULL); \
    }
FLUSH(fsync)
FLUSH(fdatasync)

#define ONE_NAME(name, kind)                                    \
    int name(const char *path) {                                \
        if (!inside(path)) return REAL(name)(path);             \
        DONE(int, REAL(name)(path), result == 0, kind, -1, 0, path, strlen(path), NULL); \
    }
ONE_NAME(unlink, 'U')

int mkdir(const char *path, mode_t mode) {
    if (!inside(path)) return REAL(mkdir)(path, mode);
    DONE(int, REAL(mkdir)(path, mode), result == 0, 'D', -1, 0, path, strlen(path), NULL);
}

#define TWO_NAMES(name, kind)                                   \
    int name(const char *from, const char *to) {                \
        if (!inside(to)) return REAL(name)(from, to);           \
        DONE(int, REAL(name)(from, to), result == 0, kind, -1, 0, from, strlen(from), to); \
    }
TWO_NAMES(rename, 'R')
TWO_NAMES(link, 'L')
