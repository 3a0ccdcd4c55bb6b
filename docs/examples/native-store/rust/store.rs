// The same interface in Rust, without a crate: a sorted map in main memory, and a log that is synced at each write.
//
// Build: rustc --edition 2021 -O --crate-type cdylib -o libexample_rust.so store.rs
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::fs::{File, OpenOptions};
use std::io::{Error, Read, Write};

const OK: c_int = 0;
const ABSENT: c_int = 1;
const FAILED: c_int = 3;

#[repr(C)]
pub struct Traits {
    name: *const c_char,
    durable: c_int,
    threads: c_int,
    sorted: c_int,
    ends_with_process: c_int,
}

pub struct Store {
    log: File,
    length: u64,
    records: BTreeMap<Vec<u8>, Vec<u8>>,
}

type Visit = extern "C" fn(*mut c_void, *const u8, usize, *const u8, usize) -> c_int;

thread_local!(static ERROR: RefCell<CString> = RefCell::default());

fn failed(error: Error) -> c_int {
    ERROR.with(|text| *text.borrow_mut() = CString::new(error.to_string()).unwrap_or_default());
    FAILED
}

unsafe fn bytes<'a>(at: *const u8, length: usize) -> &'a [u8] {
    if length == 0 { &[] } else { std::slice::from_raw_parts(at, length) }
}

impl Store {
    fn open(folder: &str) -> Result<Store, Error> {
        let mut log = OpenOptions::new().read(true).append(true).create(true).open(format!("{folder}/log"))?;
        let mut all = Vec::new();
        log.read_to_end(&mut all)?;
        let mut records = BTreeMap::new();
        let (mut at, mut whole) = (0, 0);
        // An entry is the lengths of key and value, or u32::MAX for a removal, and both. A crash may cut the last.
        while at + 8 <= all.len() {
            let key = u32::from_le_bytes(all[at..at + 4].try_into().unwrap()) as usize;
            let value = u32::from_le_bytes(all[at + 4..at + 8].try_into().unwrap());
            let length = if value == u32::MAX { 0 } else { value as usize };
            let end = at + 8 + key + length;
            if end > all.len() {
                break;
            }
            let name = all[at + 8..at + 8 + key].to_vec();
            if value == u32::MAX { records.remove(&name); } else { records.insert(name, all[end - length..end].to_vec()); }
            (at, whole) = (end, end);
        }
        log.set_len(whole as u64)?;
        Ok(Store { log, length: whole as u64, records })
    }

    fn write(&mut self, key: &[u8], value: Option<&[u8]>) -> Result<(), Error> {
        let mut entry = (key.len() as u32).to_le_bytes().to_vec();
        entry.extend(value.map_or(u32::MAX, |value| value.len() as u32).to_le_bytes());
        entry.extend(key);
        entry.extend(value.unwrap_or_default());
        if let Err(error) = self.log.write_all(&entry).and_then(|_| self.log.sync_data()) {
            self.log.set_len(self.length)?; // no half entry stays
            return Err(error);
        }
        self.length += entry.len() as u64;
        match value {
            Some(value) => self.records.insert(key.to_vec(), value.to_vec()),
            None => self.records.remove(key),
        };
        Ok(())
    }
}

#[no_mangle]
pub extern "C" fn store_interface() -> u32 { 1 }

#[no_mangle]
pub unsafe extern "C" fn store_describe(_options: *const c_char, traits: *mut Traits) -> c_int {
    // Many readers run side by side. pmem-ycsb lets writers wait for their turn.
    *traits = Traits { name: c"Rust example 1.0".as_ptr(), durable: 1, threads: 1, sorted: 1, ends_with_process: 0 };
    OK
}

#[no_mangle]
pub unsafe extern "C" fn store_open(folder: *const c_char, _bytes: u64, _options: *const c_char, opened: *mut *mut Store) -> c_int {
    match Store::open(&CStr::from_ptr(folder).to_string_lossy()) {
        Ok(store) => { *opened = Box::into_raw(Box::new(store)); OK }
        Err(error) => failed(error),
    }
}

#[no_mangle]
pub unsafe extern "C" fn store_close(store: *mut Store) { drop(Box::from_raw(store)) }

#[no_mangle]
pub unsafe extern "C" fn store_get(store: &Store, key: *const u8, key_bytes: usize, buffer: *mut u8, capacity: usize, value_bytes: *mut usize) -> c_int {
    let Some(value) = store.records.get(bytes(key, key_bytes)) else { return ABSENT };
    *value_bytes = value.len();
    if value.len() <= capacity && capacity > 0 {
        std::ptr::copy_nonoverlapping(value.as_ptr(), buffer, value.len());
    }
    OK
}

#[no_mangle]
pub unsafe extern "C" fn store_put(store: &mut Store, key: *const u8, key_bytes: usize, value: *const u8, value_bytes: usize) -> c_int {
    store.write(bytes(key, key_bytes), Some(bytes(value, value_bytes))).map_or_else(failed, |_| OK)
}

#[no_mangle]
pub unsafe extern "C" fn store_remove(store: &mut Store, key: *const u8, key_bytes: usize) -> c_int {
    let key = bytes(key, key_bytes);
    if !store.records.contains_key(key) { return ABSENT; }
    store.write(key, None).map_or_else(failed, |_| OK)
}

#[no_mangle]
pub unsafe extern "C" fn store_count(store: &Store, count: *mut u64) -> c_int {
    *count = store.records.len() as u64;
    OK
}

#[no_mangle]
pub unsafe extern "C" fn store_scan(store: &Store, from: *const u8, from_bytes: usize, visit: Visit, arg: *mut c_void) -> c_int {
    for (key, value) in store.records.range(bytes(from, from_bytes).to_vec()..) {
        if visit(arg, key.as_ptr(), key.len(), value.as_ptr(), value.len()) != 0 { break; }
    }
    OK
}

#[no_mangle]
pub extern "C" fn store_error() -> *const c_char { ERROR.with(|text| text.borrow().as_ptr()) }
