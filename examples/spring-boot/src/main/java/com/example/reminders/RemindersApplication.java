package com.example.reminders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Reminds of what it was asked for. */
@SpringBootApplication
public class RemindersApplication {
    public static void main(String[] args) {
        SpringApplication.run(RemindersApplication.class, args);
    }
}
